package asyfleet.lab.report;

import java.util.ArrayList;
import java.util.List;

/** Rows and columns as text that is also Markdown, so that what a command prints can stand in the documentation. */
public final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    public void row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException("row has " + cells.length + " cells, expected "
                    + rows.get(0).size());
        }
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            line(text, rows.get(i), widths);
            if (i == 0) {
                line(text, rule(widths), widths);
            }
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    /** All but the first column are numbers, which belong to the right. */
    private static List<String> rule(int[] widths) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            int dashes = Math.max(2, widths[column]);
            cells.add(column == 0 ? "-".repeat(dashes) : "-".repeat(dashes - 1) + ":");
        }
        return cells;
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            String blanks =
                    " ".repeat(Math.max(0, widths[column] - cells.get(column).length()));
            text.append("| ")
                    .append(column == 0 ? cells.get(column) + blanks : blanks + cells.get(column))
                    .append(' ');
        }
        text.append("|\n");
    }
}
