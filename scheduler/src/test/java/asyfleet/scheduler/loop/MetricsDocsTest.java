package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/scheduler.md} names every metric. */
class MetricsDocsTest {

    @Test
    void theDocumentationHoldsTheTableOfTheMetrics() throws IOException {
        PrometheusRegistry registry = new PrometheusRegistry();
        new SchedulerMetrics(registry);

        String table = registry.scrape().stream()
                .map(MetricsDocsTest::row)
                .sorted()
                .collect(Collectors.joining("\n", "|---|---|---|\n", "\n"));

        String docs = Files.readString(Path.of(System.getProperty("asyfleet.root"), "docs", "scheduler.md"));
        assertTrue(docs.endsWith(table), () -> "docs/scheduler.md should end with\n" + table);
    }

    private static String row(MetricSnapshot metric) {
        String name = metric.getMetadata().getName();
        if (metric instanceof CounterSnapshot) {
            return row(name + "_total", "counter", metric);
        }
        return row(name, metric instanceof HistogramSnapshot ? "histogram" : "gauge", metric);
    }

    private static String row(String name, String type, MetricSnapshot metric) {
        return "| `" + name + "` | " + type + " | " + metric.getMetadata().getHelp() + " |";
    }
}
