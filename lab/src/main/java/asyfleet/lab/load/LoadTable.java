package asyfleet.lab.load;

import asyfleet.lab.report.TextTable;
import asyfleet.protocol.task.verdict.EndCode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import tools.jackson.databind.ObjectMapper;

/** The numbers of a run, for people and as JSON. */
final class LoadTable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private LoadTable() {}

    static String text(LoadResult result) {
        TextTable times = new TextTable("seconds", "p50", "p95", "p99", "longest");
        addRow(times, "to the picture", result::latency);
        addRow(times, "in the queue", result::queued);
        addRow(times, "estimate wrong by", result::estimateError);
        TextTable ends = new TextTable("end", "figures");
        new TreeMap<>(result.ends()).forEach((end, count) -> ends.row(end, count.toString()));
        String hint = hint(result).map(text -> text + "\n").orElse("");
        return times + "\n" + ends + "\n" + verdict(result) + "\n" + hint;
    }

    /** A reason for failures that is in the load and not in the fleet. */
    static Optional<String> hint(LoadResult result) {
        return has(result, EndCode.TOO_MANY_TASKS.name())
                ? Optional.of(
                        "Hint: for the fleet all users of this load are one caller, and a caller may have only so many"
                                + " tasks at a time (--tasks-per-caller of the queue server, 16 by default; no bound for"
                                + " loopback). Use a smaller --concurrent, or start the queue server with a larger bound.")
                : Optional.empty();
    }

    private static boolean has(LoadResult result, String code) {
        return result.ends().keySet().stream().anyMatch(end -> end.endsWith(" " + code));
    }

    private static void addRow(TextTable times, String name, DoubleUnaryOperator percentile) {
        times.row(
                name,
                at(percentile.applyAsDouble(50)),
                at(percentile.applyAsDouble(95)),
                at(percentile.applyAsDouble(99)),
                at(percentile.applyAsDouble(100)));
    }

    static String verdict(LoadResult result) {
        return String.format(
                Locale.ROOT,
                "%s: %d figures in %.1f s, %.1f per second, %.1f %% as expected (over 95 %%), p95 %.2f s (under 10 s)",
                result.passes() ? "PASSED" : "FAILED",
                result.all(),
                result.elapsed().toMillis() / 1000.0,
                result.throughput(),
                result.successRate(),
                result.latency(95));
    }

    /** @param load in words */
    static String json(LoadResult result, String load) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("load", load);
        all.put("passed", result.passes());
        all.put("figures", result.all());
        all.put("seconds", result.elapsed().toMillis() / 1000.0);
        all.put("perSecond", result.throughput());
        all.put("successPercent", result.successRate());
        all.put("latencySeconds", percentiles(result::latency));
        all.put("queuedSeconds", percentiles(result::queued));
        all.put("estimateErrorSeconds", percentiles(result::estimateError));
        all.put("ends", new TreeMap<>(result.ends()));
        return JSON.writeValueAsString(all) + "\n";
    }

    private static Map<String, Double> percentiles(DoubleUnaryOperator seconds) {
        Map<String, Double> named = new LinkedHashMap<>();
        named.put("p50", seconds.applyAsDouble(50));
        named.put("p95", seconds.applyAsDouble(95));
        named.put("p99", seconds.applyAsDouble(99));
        named.put("max", seconds.applyAsDouble(100));
        return named;
    }

    private static String at(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }
}
