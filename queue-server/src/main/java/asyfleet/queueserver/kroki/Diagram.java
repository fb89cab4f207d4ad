package asyfleet.queueserver.kroki;

import asyfleet.net.http.Request;
import asyfleet.protocol.task.codec.FieldKind;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import java.util.Optional;

/**
 * A diagram in the body of a request: as it is, or in JSON.
 *
 * @param format in {@code output_format} of JSON
 */
record Diagram(byte[] source, Optional<KrokiFormat> format) {

    static Diagram read(Request request) {
        return isJson(request)
                ? RenderRules.strictly(() -> readJson(RenderBody.body(request)))
                : new Diagram(request.body(), Optional.empty());
    }

    private static Diagram readJson(Fields body) {
        return new Diagram(
                body.required("diagram_source", FieldKind.SOURCE),
                Optional.ofNullable(body.optional("output_format", FieldKind.TEXT))
                        .map(KrokiFormat::of));
    }

    /** The type that a JSON body names. */
    static String type(Request request) {
        return RenderRules.strictly(() -> RenderBody.body(request).required("diagram_type", FieldKind.TEXT));
    }

    static boolean isJson(Request request) {
        return RenderBody.contentType(request).equals("application/json");
    }
}
