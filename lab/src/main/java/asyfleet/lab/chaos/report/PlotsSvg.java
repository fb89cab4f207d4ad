package asyfleet.lab.chaos.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The plots of a report as one small SVG, for documents that cannot show a page. Zero is on every axis. */
final class PlotsSvg {

    private static final int COLUMNS = 2;
    private static final int WIDTH = 400;
    private static final int HEIGHT = 150;
    private static final int LEFT = 48;
    private static final int TOP = 26;
    private static final int BOTTOM = 128;
    private static final int RIGHT = 388;

    /** More cannot be told apart in this width. */
    private static final int MOST_POINTS = 170;

    private static final List<String> COLOURS = List.of("#2f6fde", "#1a7f4b", "#d08700");

    private static final String FAULTS = "#c2483d";

    private final ReportData data;
    private final StringBuilder svg = new StringBuilder();

    private PlotsSvg(ReportData data) {
        this.data = data;
    }

    static String of(ReportData data) {
        return new PlotsSvg(data).draw();
    }

    private String draw() {
        int rows = (data.plots().size() + COLUMNS - 1) / COLUMNS;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"11\" fill=\"#667085\">%n",
                COLUMNS * WIDTH, rows * HEIGHT);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n");
        faults();
        int index = 0;
        for (Map.Entry<String, Map<String, List<Integer>>> plot : data.plots().entrySet()) {
            add("<g transform=\"translate(%d %d)\">%n", index % COLUMNS * WIDTH, index / COLUMNS * HEIGHT);
            plot(plot.getKey(), plot.getValue());
            add("</g>%n");
            index++;
        }
        add("</svg>%n");
        return svg.toString();
    }

    /** A tick under the axis for each, drawn once and used in every plot. */
    private void faults() {
        add("<defs><path id=\"faults\" d=\"");
        data.strikes().forEach(strike -> add("M%.1f,%dv5", x(strike.struck()), BOTTOM));
        add("\" stroke=\"%s\"/></defs>%n", FAULTS);
    }

    private double x(double second) {
        return LEFT + (RIGHT - LEFT) * second / Math.max(1, data.run().seconds());
    }

    private void plot(String name, Map<String, List<Integer>> lines) {
        int most = lines.values().stream()
                .flatMap(List::stream)
                .filter(Objects::nonNull)
                .mapToInt(value -> value)
                .max()
                .orElse(1);
        most = Math.max(1, most);
        add("<text x=\"%d\" y=\"14\" fill=\"#1b2430\">%s</text>%n", LEFT, name);
        add("<path d=\"M%d,%dH%dM%d,%dH%d\" stroke=\"#e3e7ed\"/>%n", LEFT, TOP, RIGHT, LEFT, BOTTOM, RIGHT);
        add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d</text>%n", LEFT - 6, TOP + 4, most);
        add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>%n", LEFT - 6, BOTTOM + 4);
        add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f min</text>%n", RIGHT, BOTTOM + 17, minutes());
        add("<use href=\"#faults\"/>%n");
        add(
                "<text x=\"%d\" y=\"%d\" fill=\"%s\">%d faults</text>%n",
                LEFT, BOTTOM + 17, FAULTS, data.run().faults());
        List<String> names = new ArrayList<>(lines.keySet());
        for (int i = 0; i < names.size(); i++) {
            line(names.get(i), lines.get(names.get(i)), i, most);
        }
    }

    private double minutes() {
        return data.run().seconds() / 60;
    }

    private void line(String name, List<Integer> values, int index, int most) {
        String colour = COLOURS.get(index % COLOURS.size());
        add("<text x=\"%d\" y=\"14\" fill=\"%s\">%s</text>%n", LEFT + 160 + 65 * index, colour, name);
        add("<path d=\"");
        char pen = 'M';
        int step = Math.max(1, (values.size() + MOST_POINTS - 1) / MOST_POINTS);
        for (int i = 0; i < values.size(); i += step) {
            if (values.get(i) == null) {
                pen = 'M'; // Redis did not answer
                continue;
            }
            double y = BOTTOM - (double) (BOTTOM - TOP) * values.get(i) / most;
            add("%c%.0f,%.1f", pen, x(data.seconds().get(i)), y);
            pen = 'L';
        }
        add("\" fill=\"none\" stroke=\"%s\"/>%n", colour);
    }

    private void add(String text, Object... values) {
        svg.append(String.format(Locale.ROOT, text, values));
    }
}
