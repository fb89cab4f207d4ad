package asyfleet.lab.chaos.report;

import asyfleet.lab.chaos.check.FaultRow;
import asyfleet.lab.chaos.check.Violation;
import asyfleet.lab.chaos.check.ViolationKind;
import asyfleet.lab.report.Samples;
import asyfleet.lab.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A report for the terminal. Its table is Markdown, so that it can stand in the documentation. */
public record TextReport(ChaosReport report) {

    private static final int MOST_VIOLATIONS = 40;

    @Override
    public String toString() {
        RunFigures run = report.figures();
        return String.format(
                        Locale.ROOT,
                        "%nseed %d: %.0f s, %d faults, %d tasks (%s), %d webhook calls, %d limiter requests, slots %d %% busy%n"
                                + "ends: %s; unknown %d, left by their clients %d%n%n%s%n%s%s",
                        report.seed(),
                        run.seconds(),
                        run.faults(),
                        run.tasks(),
                        list(run.byDoor()),
                        run.webhooks(),
                        run.granted(),
                        run.busyPercent(),
                        list(run.byCode()),
                        run.unknown(),
                        run.left(),
                        table(),
                        violations(),
                        remarks())
                .stripTrailing();
    }

    private static String list(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private TextTable table() {
        TextTable table = new TextTable(
                "fault",
                "n",
                "tasks",
                "lost",
                "twice",
                "wrong",
                "other",
                "errors seen",
                "silence",
                "next answer",
                "runs again",
                "adopted",
                "full capacity");
        for (FaultRow row : report.faults()) {
            table.row(
                    row.fault(),
                    String.valueOf(row.count()),
                    String.valueOf(row.tasks()),
                    String.valueOf(row.lost()),
                    String.valueOf(row.twice()),
                    String.valueOf(row.wrong()),
                    String.valueOf(row.other()),
                    row.errors().isEmpty() ? "0" : list(row.errors()),
                    times(row.silences()),
                    times(row.answers()),
                    times(row.reruns()),
                    times(row.adoptions()),
                    times(row.recoveries()));
        }
        return table;
    }

    /** Median and most, in seconds. */
    private static String times(List<Double> seconds) {
        Samples samples = Samples.of(seconds);
        return samples.count() == 0
                ? "-"
                : String.format(Locale.ROOT, "%.1f/%.1f", samples.median(), samples.quantile(1));
    }

    private String remarks() {
        return report.remarks().stream()
                .limit(MOST_VIOLATIONS)
                .map(remark -> String.format(Locale.ROOT, "remark at %.1f s: %s%n", remark.at(), remark.text()))
                .collect(Collectors.joining());
    }

    private String violations() {
        if (report.violations().isEmpty()) {
            return "every promise held\n";
        }
        StringBuilder text = new StringBuilder();
        Map<ViolationKind, Long> counts = report.violations().stream()
                .collect(Collectors.groupingBy(Violation::kind, TreeMap::new, Collectors.counting()));
        counts.forEach((kind, count) -> text.append(count + " x " + kind + ": " + kind.meaning() + "\n"));
        report.violations().stream()
                .limit(MOST_VIOLATIONS)
                .forEach(each -> text.append("  ").append(each).append('\n'));
        return text.toString();
    }
}
