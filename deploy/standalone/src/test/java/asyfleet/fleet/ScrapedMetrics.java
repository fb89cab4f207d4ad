package asyfleet.fleet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answer of {@code /metrics} in Prometheus' text format, read. */
final class ScrapedMetrics {

    private static final Pattern SAMPLE = Pattern.compile("([a-z_0-9]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    /** Labels that Prometheus' types add themselves. */
    private static final Set<String> OWN = Set.of("le", "quantile");

    private final Map<String, Metric> metrics = new LinkedHashMap<>();

    /** @param labels of all its series; null as long as it has none */
    record Metric(String name, String type, String help, Set<String> labels) {}

    static ScrapedMetrics read(String text) {
        ScrapedMetrics read = new ScrapedMetrics();
        Map<String, String> helps = new LinkedHashMap<>();
        Metric current = null;
        for (String line : text.lines().toList()) {
            if (line.startsWith("# HELP ")) {
                String[] parts = line.split(" ", 4);
                helps.put(parts[2], parts[3]);
            } else if (line.startsWith("# TYPE ")) {
                String[] parts = line.split(" ", 4);
                current = new Metric(parts[2], parts[3], helps.get(parts[2]), null);
                read.metrics.put(current.name, current);
            } else if (current != null) {
                current = read.withSample(current, line);
            }
        }
        return read;
    }

    private Metric withSample(Metric metric, String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new IllegalArgumentException("no sample: " + line);
        }
        Set<String> labels = new TreeSet<>();
        Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
        while (label.find()) {
            labels.add(label.group(1));
        }
        labels.removeAll(OWN);
        Metric seen = new Metric(metric.name, metric.type, metric.help, labels);
        metrics.put(seen.name, seen);
        return seen;
    }

    /** Those that are ours, not of the Java process. */
    List<Metric> own() {
        return metrics.values().stream()
                .filter(metric -> metric.name.startsWith("asyfleet_"))
                .toList();
    }
}
