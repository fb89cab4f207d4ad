package asyfleet.lab.simulate;

import asyfleet.scheduler.decide.Levels;
import java.util.List;
import java.util.Locale;

/**
 * The results of simulations as a picture: on the left how long 95 of 100 tasks of each class waited at most, for each
 * load; on the right every first estimate against the wait that came of it, with the band of ± 25 %.
 */
final class Plot {

    private static final int SIZE = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 560;
    private static final int TOP = 50;
    private static final int BOTTOM = TOP + SIZE;
    private static final int MOST_DOTS = 1_500;
    private static final String[] COLOURS = {"#9ecae1", "#4292c6", "#084594", "#6a51a3", "#333333"};
    private static final double BAND = 0.25;

    private final List<SimulationResult> results;
    private final SimulationResult shown;
    private final StringBuilder svg = new StringBuilder();

    private Plot(List<SimulationResult> results) {
        this.results = results;
        this.shown = results.get(results.size() / 2);
    }

    static String of(List<SimulationResult> results) {
        return new Plot(results).draw();
    }

    private String draw() {
        line("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 480\" font-family=\"sans-serif\" "
                + "font-size=\"12\">");
        line("<rect width=\"960\" height=\"480\" fill=\"white\"/>");
        drawWaits();
        drawEstimates();
        line("</svg>");
        return svg.toString();
    }

    private void drawWaits() {
        text(LEFT, 30, "start", "95 of 100 tasks waited at most … seconds");
        List<TaskClass> classes = shown.classes().keySet().stream()
                .filter(SimulationResult::queues)
                .toList();
        double most = Math.max(1, Math.ceil(mostSeconds(classes)));
        for (int i = 0; i <= 4; i++) {
            double seconds = most * i / 4;
            double y = BOTTOM - SIZE * seconds / most;
            line("<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>", LEFT, y, SIZE);
            text(LEFT - 8, y + 4, "end", String.format(Locale.ROOT, "%.1f", seconds));
        }
        double group = SIZE / (double) classes.size();
        for (int c = 0; c < classes.size(); c++) {
            drawBars(classes.get(c), LEFT + c * group, group, most);
        }
        drawLegend();
    }

    private void drawBars(TaskClass taskClass, double x, double group, double most) {
        double width = group * 0.8 / results.size();
        for (int i = 0; i < results.size(); i++) {
            double height = SIZE * seconds(results.get(i), taskClass) / most;
            line(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                    x + group * 0.1 + i * width, BOTTOM - height, width - 2, height, colour(i));
        }
        Levels levels = shown.scenario().rules().levels();
        text(x + group / 2, BOTTOM + 18, "middle", taskClass.name(levels));
    }

    private void drawLegend() {
        for (int i = 0; i < results.size(); i++) {
            int x = LEFT + 110 * i;
            line("<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, BOTTOM + 34, colour(i));
            text(x + 18, BOTTOM + 44, "start", percentLoad(results.get(i)) + " load");
        }
    }

    private void drawEstimates() {
        text(RIGHT, 30, "start", "first estimate and true wait in seconds, " + percentLoad(shown) + " load, ± 25 %");
        line(
                "<clipPath id=\"panel\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>",
                RIGHT, TOP, SIZE, SIZE);
        drawBand();
        for (double seconds : new double[] {1, 2, 5, 10, 20, 50}) {
            drawTick(seconds);
        }
        List<ToldEstimate> estimates = shown.firstEstimates();
        int every = Math.max(1, estimates.size() / MOST_DOTS);
        for (int i = 0; i < estimates.size(); i += every) {
            drawDot(estimates.get(i));
        }
        text(RIGHT + SIZE / 2.0, BOTTOM + 40, "middle", "true wait");
        line(
                "<text transform=\"translate(%d %d) rotate(-90)\" text-anchor=\"middle\">first estimate</text>",
                RIGHT - 36, TOP + SIZE / 2);
    }

    private void drawBand() {
        double step = SIZE * Math.log10(1 + BAND) / Math.log10(60);
        double stepDown = -SIZE * Math.log10(1 - BAND) / Math.log10(60);
        line(
                "<path clip-path=\"url(#panel)\" d=\"M%d %.1fL%d %.1fV%.1fL%d %.1fZ\" fill=\"#e5f5e0\"/>",
                RIGHT, BOTTOM - step, RIGHT + SIZE, TOP - step, TOP + stepDown, RIGHT, BOTTOM + stepDown);
        line("<path d=\"M%d %dL%d %d\" stroke=\"#74c476\"/>", RIGHT, BOTTOM, RIGHT + SIZE, TOP);
        line(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>",
                RIGHT, TOP, SIZE, SIZE);
    }

    private void drawTick(double seconds) {
        double offset = offset(seconds);
        text(RIGHT + offset, BOTTOM + 18, "middle", Long.toString(Math.round(seconds)));
        text(RIGHT - 8, BOTTOM - offset + 4, "end", Long.toString(Math.round(seconds)));
    }

    private void drawDot(ToldEstimate estimate) {
        double x = RIGHT + offset(estimate.trueMillis() / 1000.0);
        double y = BOTTOM - offset(estimate.estimateMillis() / 1000.0);
        line(
                "<circle clip-path=\"url(#panel)\" cx=\"%.1f\" cy=\"%.1f\" r=\"1.8\" fill=\"#084594\" "
                        + "fill-opacity=\"0.45\"/>",
                x, y);
    }

    /** From 1 s to 60 s, equal ratios equally far apart; what is less than a second lies on the edge. */
    private static double offset(double seconds) {
        return SIZE * Math.log10(Math.max(1, seconds)) / Math.log10(60);
    }

    private double mostSeconds(List<TaskClass> classes) {
        return results.stream()
                .flatMapToDouble(result -> classes.stream().mapToDouble(taskClass -> seconds(result, taskClass)))
                .max()
                .orElse(0);
    }

    private static double seconds(SimulationResult result, TaskClass taskClass) {
        double seconds = result.of(taskClass).waitSeconds.quantile(0.95);
        return Double.isNaN(seconds) ? 0 : seconds;
    }

    private static String percentLoad(SimulationResult result) {
        return Math.round(result.scenario().load() * 100) + " %";
    }

    private static String colour(int index) {
        return COLOURS[index % COLOURS.length];
    }

    private void text(double x, double y, String anchor, String text) {
        line("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, text);
    }

    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
