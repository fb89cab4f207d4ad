package asyfleet.lab.load;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** A chart as SVG, with dots or one curve. Values below and left of 0 have no place. Confined to one thread. */
final class LoadChart {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 260;
    private static final int LEFT = 50;
    private static final int BOTTOM = 24;
    private static final int TOP = 10;
    private static final int LINES = 4;

    private final double mostX;
    private final double mostY;
    private final StringBuilder marks = new StringBuilder();
    private final StringBuilder curve = new StringBuilder();

    LoadChart(double mostX, double mostY) {
        this.mostX = mostX > 0 ? mostX : 1;
        this.mostY = LINES * roundStep(mostY > 0 ? mostY / LINES : 1);
    }

    /** The next number of the form 1, 2, 2.5 or 5 with zeros: people count in these. */
    private static double roundStep(double step) {
        double ten = Math.pow(10, Math.floor(Math.log10(step)));
        for (double round : new double[] {1, 2, 2.5, 5}) {
            if (round * ten >= step) {
                return round * ten;
            }
        }
        return 10 * ten;
    }

    void dot(double x, double y, String style) {
        marks.append(format("<circle cx='%.1f' cy='%.1f' r='2.5' class='%s'/>", left(x), top(y), style));
    }

    void next(double x, double y) {
        curve.append(format("%s%.1f %.1f", curve.isEmpty() ? "M" : "L", left(x), top(y)));
    }

    LoadChart labelled(double x, String text) {
        marks.append(format(
                "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>",
                Math.min(left(x), WIDTH - 20), HEIGHT - 6, text));
        return this;
    }

    private double left(double x) {
        return LEFT + x / mostX * (WIDTH - LEFT - TOP);
    }

    private double top(double y) {
        return HEIGHT - BOTTOM - y / mostY * (HEIGHT - BOTTOM - TOP);
    }

    String svg() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i <= LINES; i++) {
            double y = mostY * i / LINES;
            lines.append(format(
                    "<line class='axis' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/><text x='%d' y='%.1f' text-anchor='end'>%s</text>",
                    LEFT, WIDTH, top(y), top(y), LEFT - 6, top(y) + 4, number(y)));
        }
        String path = curve.isEmpty() ? "" : "<path class='curve' d='" + curve + "'/>";
        return format("<svg viewBox='0 0 %d %d' role='img'>", WIDTH, HEIGHT) + lines + marks + path + "</svg>";
    }

    /** Without zeros that say nothing. */
    static String number(double value) {
        return new BigDecimal(value)
                .setScale(3, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
