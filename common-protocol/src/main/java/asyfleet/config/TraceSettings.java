package asyfleet.config;

import asyfleet.trace.SpanExporter;
import asyfleet.trace.Spans;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The setting of traces, which every program has in addition to its own. */
final class TraceSettings {

    private static final Setting<Optional<URI>> COLLECTOR = Setting.of(
                    "--otlp-endpoint",
                    "OTEL_EXPORTER_OTLP_ENDPOINT",
                    ValueType.uri("http", "https"),
                    "OpenTelemetry collector that gets the spans of tasks, by OTLP over HTTP")
            .optional();

    static final List<Setting<?>> ALL = List.of(COLLECTOR);

    private TraceSettings() {}

    /** From now on the process exports its spans, if the setting says where to. */
    static void use(String service, SettingValues values) {
        values.get(COLLECTOR).ifPresent(uri -> Spans.export(SpanExporter.start(uri, service)));
    }
}
