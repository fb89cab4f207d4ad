package asyfleet.trace;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of OTLP, the protocol of OpenTelemetry: IDs in hexadecimal, times in nanoseconds as texts. */
final class OtlpJson {

    private static final int INTERNAL = 1;
    private static final int SERVER = 2;
    private static final int ERROR = 2;

    private final String service;

    OtlpJson(String service) {
        this.service = service;
    }

    byte[] write(List<Span> spans) {
        ObjectNode request = JsonMapper.shared().createObjectNode();
        ObjectNode resource = request.putArray("resourceSpans").addObject();
        addAttributes(resource.putObject("resource"), Map.of("service.name", "asyfleet-" + service));
        ObjectNode scope = resource.putArray("scopeSpans").addObject();
        scope.putObject("scope").put("name", "asyfleet");
        ArrayNode list = scope.putArray("spans");
        spans.forEach(span -> add(list.addObject(), span));
        return JsonMapper.shared().writeValueAsBytes(request);
    }

    private static void add(ObjectNode json, Span span) {
        json.put("traceId", span.context().traceId());
        json.put("spanId", span.context().spanId());
        span.parent().ifPresent(id -> json.put("parentSpanId", id));
        json.put("name", span.name());
        json.put("kind", span.name().equals("task") ? SERVER : INTERNAL);
        json.put("startTimeUnixNano", nanos(span.start()));
        json.put("endTimeUnixNano", nanos(span.end()));
        addAttributes(json, span.attributes());
        if (span.failed()) {
            json.putObject("status").put("code", ERROR);
        }
    }

    private static void addAttributes(ObjectNode json, Map<String, String> attributes) {
        ArrayNode list = json.putArray("attributes");
        attributes.forEach((key, value) ->
                list.addObject().put("key", key).putObject("value").put("stringValue", value));
    }

    private static String nanos(Instant time) {
        return Long.toString(time.getEpochSecond() * 1_000_000_000L + time.getNano());
    }
}
