package asyfleet.queueserver.kroki;

import asyfleet.net.http.Request;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.codec.FieldKind;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.protocol.task.codec.OptionFields;
import asyfleet.protocol.wire.SizeLimit;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A diagram in a request: in the path, or in the body, as it is or in JSON. Options that are ours may be in the query, in
 * headers or in the body, which wins; others are those of other types of diagrams.
 *
 * @param format in {@code output_format} of JSON
 */
record Diagram(byte[] source, Optional<KrokiFormat> format, PictureOptions picture) {

    private static final String OPTIONS = "diagram_options";
    private static final List<String> PICTURE_OPTIONS = List.of("scale", "dpi", "transparent", "text");

    /** Clients write numbers as numbers or as texts. */
    private static final FieldKind<String> VALUE = new FieldKind<>(
            "a text, a number, or true or false",
            node -> Optional.of(node).filter(JsonNode::isValueNode).map(JsonNode::asString));

    static Diagram inPath(Request request, SizeLimit limit) {
        byte[] source = EncodedSource.decode(request.param("encoded"), limit);
        return new Diagram(source, Optional.empty(), picture(request, Map.of()));
    }

    static Diagram inBody(Request request) {
        return isJson(request)
                ? RenderRules.strictly(() -> read(request, RenderBody.body(request)))
                : new Diagram(request.body(), Optional.empty(), picture(request, Map.of()));
    }

    private static Diagram read(Request request, Fields body) {
        Fields options = body.optional(OPTIONS, FieldKind.object(OPTIONS, "an object"));
        return new Diagram(
                body.required("diagram_source", FieldKind.SOURCE),
                Optional.ofNullable(body.optional("output_format", FieldKind.TEXT))
                        .map(KrokiFormat::of),
                picture(request, options == null ? Map.of() : texts(options)));
    }

    private static Map<String, String> texts(Fields options) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : PICTURE_OPTIONS) {
            String value = options.optional(name, VALUE);
            if (value != null) {
                texts.put(name, value);
            }
        }
        return texts;
    }

    private static PictureOptions picture(Request request, Map<String, String> inBody) {
        Map<String, String> said = new LinkedHashMap<>(inBody);
        for (String name : PICTURE_OPTIONS) {
            request.header("Kroki-Diagram-Options-" + name)
                    .or(() -> request.query(name))
                    .ifPresent(value -> said.putIfAbsent(name, value));
        }
        return RenderRules.strictly(() -> OptionFields.read(Fields.ofTexts("the options", said)))
                .picture();
    }

    /** The type that a JSON body names. */
    static String type(Request request) {
        return RenderRules.strictly(() -> RenderBody.body(request).required("diagram_type", FieldKind.TEXT));
    }

    private static boolean isJson(Request request) {
        return RenderBody.contentType(request).equals("application/json");
    }
}
