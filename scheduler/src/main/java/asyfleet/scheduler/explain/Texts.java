package asyfleet.scheduler.explain;

import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Task;
import java.util.List;
import java.util.Locale;

/** The texts of durations, demands and tables. */
final class Texts {

    private static final List<String> PRIORITIES = List.of("batch", "HTTP", "WebSocket");

    private static final int LINE = 100;

    private Texts() {}

    static String seconds(long millis) {
        if (millis == Demand.NO_LIMIT) {
            return "no limit";
        }
        return millis % 1000 == 0 ? millis / 1000 + " s" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    static String demand(Task task) {
        return switch (task.demand().kind()) {
            case DEFAULT -> "default";
            case SPECIFIC -> seconds(task.demand().millis());
            case INTERACTIVE -> "interactive";
        };
    }

    static String priority(Task task) {
        String priority = PRIORITIES.get(task.place().priority());
        return task.place().ahead() ? priority + ", ahead" : priority;
    }

    /** Breaks a paragraph between words, to fit a terminal. */
    static String wrap(String paragraph) {
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (String word : paragraph.split(" ")) {
            boolean fits = column + word.length() <= LINE;
            text.append(fits ? "" : "\n").append(word).append(' ');
            column = (fits ? column : 0) + word.length() + 1;
        }
        return text.toString().replace(" \n", "\n").stripTrailing();
    }

    /** Columns as wide as their widest cell, two blanks apart. */
    static String table(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column))
                        .append(" "
                                .repeat(width(rows, column)
                                        + 2
                                        - row.get(column).length()));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
