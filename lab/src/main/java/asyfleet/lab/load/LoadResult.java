package asyfleet.lab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The numbers of a run. Synchronized: answers come on the threads of the doors, and the display reads meanwhile.
 *
 * <p>A latency counts from the moment at which the schedule wanted the figure to be sent, so a fleet that makes its users
 * wait before they can send does not look faster for it.
 *
 * <p>Histograms and not {@link asyfleet.lab.report.Samples}: a run may last for hours and its memory is bounded, and the
 * display asks for quantiles while figures come. Their error is a thousandth at most.
 */
final class LoadResult {

    private static final long LONGEST_MICROS = Duration.ofHours(1).toNanos() / 1000;

    /** The points of the plot; of a longer run the first. */
    private static final int MOST_POINTS = 20_000;

    /** A figure that has ended. @param at seconds since the start */
    record Point(double at, double seconds, boolean good) {}

    private final Histogram latency = new Histogram(LONGEST_MICROS, 3);
    private final Histogram queued = new Histogram(LONGEST_MICROS, 3);
    private final Histogram estimateError = new Histogram(LONGEST_MICROS, 3);
    private final Map<String, Integer> ends = new TreeMap<>();
    private final List<Point> points = new ArrayList<>();
    private int good;
    private int all;
    private Duration elapsed = Duration.ZERO;

    synchronized void add(LoadFigure figure, LoadAnswer answer, Duration took, Duration at) {
        boolean expected = figure.mayEndWith(answer.code());
        all++;
        good += expected ? 1 : 0;
        ends.merge(figure.word() + " " + answer.code(), 1, Integer::sum);
        record(latency, took);
        answer.queued().ifPresent(wait -> record(queued, wait));
        if (answer.queued().isPresent() && answer.estimate().isPresent()) {
            record(
                    estimateError,
                    answer.queued().get().minus(answer.estimate().get()).abs());
        }
        if (points.size() < MOST_POINTS) {
            points.add(new Point(at.toNanos() / 1e9, took.toNanos() / 1e9, expected));
        }
        elapsed = at;
    }

    private static void record(Histogram histogram, Duration value) {
        histogram.recordValue(Math.min(LONGEST_MICROS, Math.max(0, value.toNanos() / 1000)));
    }

    synchronized int all() {
        return all;
    }

    synchronized int failed() {
        return all - good;
    }

    synchronized double successRate() {
        return all == 0 ? 0 : 100.0 * good / all;
    }

    synchronized double throughput() {
        return elapsed.isZero() ? 0 : all / (elapsed.toNanos() / 1e9);
    }

    synchronized Duration elapsed() {
        return elapsed;
    }

    synchronized Map<String, Integer> ends() {
        return Map.copyOf(ends);
    }

    synchronized List<Point> points() {
        return List.copyOf(points);
    }

    /** In seconds; 0 if there was none. */
    synchronized double latency(double percentile) {
        return seconds(latency, percentile);
    }

    synchronized double queued(double percentile) {
        return seconds(queued, percentile);
    }

    synchronized double estimateError(double percentile) {
        return seconds(estimateError, percentile);
    }

    private static double seconds(Histogram histogram, double percentile) {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1e6;
    }

    /** The pass mark: over 95 % as expected, and 95 % of all within 10 seconds. */
    synchronized boolean passes() {
        return successRate() > 95 && latency(95) < 10;
    }
}
