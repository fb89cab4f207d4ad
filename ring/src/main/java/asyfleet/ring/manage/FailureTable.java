package asyfleet.ring.manage;

import java.util.List;

/** The failures of a run as a table for people; long reasons are cut. */
final class FailureTable {

    private static final int MOST_ROWS = 200;
    private static final int MOST_WHY = 100;

    private FailureTable() {}

    static String of(List<JobPool.Failure> failures) {
        int job = width(failures.stream().map(JobPool.Failure::job).toList(), "job");
        int runner = width(failures.stream().map(JobPool.Failure::runner).toList(), "runner");
        String row = "  %-" + job + "s  %-" + runner + "s  %s\n";
        StringBuilder table = new StringBuilder(row.formatted("job", "runner", "why"));
        failures.stream()
                .limit(MOST_ROWS)
                .forEach(failure -> table.append(row.formatted(failure.job(), failure.runner(), cut(failure.why()))));
        if (failures.size() > MOST_ROWS) {
            table.append("  and ").append(failures.size() - MOST_ROWS).append(" more\n");
        }
        return table.toString();
    }

    private static int width(List<String> texts, String heading) {
        return texts.stream().mapToInt(String::length).reduce(heading.length(), Math::max);
    }

    private static String cut(String why) {
        return why.length() <= MOST_WHY ? why : why.substring(0, MOST_WHY) + "…";
    }
}
