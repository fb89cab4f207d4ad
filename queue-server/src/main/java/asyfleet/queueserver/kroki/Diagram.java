package asyfleet.queueserver.kroki;

import asyfleet.net.http.Request;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.TaskLimits;
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
 * @param source what the picture is made of, as it came
 * @param files the same as files
 * @param main which of them is run
 * @param format in {@code output_format} of JSON
 */
record Diagram(
        byte[] source, Map<String, byte[]> files, String main, Optional<KrokiFormat> format, PictureOptions picture) {

    /** Before several files in JSON, as the editor's links have them. */
    private static final String PACKED = "p.";

    private static final String OPTIONS = "diagram_options";
    private static final List<String> PICTURE_OPTIONS = List.of("scale", "dpi", "transparent", "text");

    /** Clients write numbers as numbers or as texts. */
    private static final FieldKind<String> VALUE = new FieldKind<>(
            "a text, a number, or true or false",
            node -> Optional.of(node).filter(JsonNode::isValueNode).map(JsonNode::asString));

    /** A source, or several files: {@code p.} and {@code {"files": {NAME: CONTENTS}, "main": NAME}}. */
    static Diagram inPath(Request request, TaskLimits.Files limits) {
        String encoded = request.param("encoded");
        PictureOptions picture = picture(request, Map.of());
        if (!encoded.startsWith(PACKED)) {
            SizeLimit limit = limits.ofOne(RenderRules.DEFAULT_MAIN);
            return ofOne(EncodedSource.decode(encoded, limit), Optional.empty(), picture);
        }
        byte[] packed = EncodedSource.decode(encoded.substring(PACKED.length()), limits.ofAll(0));
        return RenderRules.strictly(() -> {
            Fields work = Fields.parse("the encoded diagram", packed);
            Map<String, byte[]> files = RenderBody.files(work.required("files", RenderBody.FILES));
            return new Diagram(packed, files, work.required("main", FieldKind.TEXT), Optional.empty(), picture);
        });
    }

    private static Diagram ofOne(byte[] source, Optional<KrokiFormat> format, PictureOptions picture) {
        RenderRules.notEmpty("the diagram", source);
        return new Diagram(source, Map.of(RenderRules.DEFAULT_MAIN, source), RenderRules.DEFAULT_MAIN, format, picture);
    }

    static Diagram inBody(Request request) {
        return isJson(request)
                ? RenderRules.strictly(() -> read(request, RenderBody.body(request)))
                : ofOne(request.body(), Optional.empty(), picture(request, Map.of()));
    }

    private static Diagram read(Request request, Fields body) {
        Fields options = body.optional(OPTIONS, FieldKind.object(OPTIONS, "an object"));
        return ofOne(
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
