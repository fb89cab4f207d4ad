package asyfleet.scheduler.decide;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The series of levels, fastest first, with the limit of each.
 *
 * <p>Level 0's limit is always the number of live backends. The others are rounded down, never under 1, and never above
 * the limit of the level before, whatever mixture of numbers and percentages the operator wrote.
 */
public final class Levels {

    /** Fast 3 s, medium 10 s, slow 30 s. */
    public static final Levels DEFAULT = parse("3s=100%,10s=50%,30s=25%");

    private final List<Level> series;

    private Levels(List<Level> series) {
        this.series = List.copyOf(series);
    }

    /**
     * Reads a series such as {@code 3s=100%,10s=50%,30s=25%}.
     *
     * @throws IllegalArgumentException naming the first thing that is wrong and what was expected
     */
    public static Levels parse(String text) {
        List<Level> series = Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(Level::parse)
                .collect(Collectors.toList());
        if (!series.get(0).limit().equals(Limit.ALL)) {
            throw new IllegalArgumentException("limit of the first level is "
                    + series.get(0).limit() + ", expected 100%: it is always the number of live backends");
        }
        for (int k = 1; k < series.size(); k++) {
            checkOrder(series.get(k - 1), series.get(k));
        }
        return new Levels(series);
    }

    private static void checkOrder(Level faster, Level slower) {
        if (slower.durationMillis() <= faster.durationMillis()) {
            throw new IllegalArgumentException(
                    "level " + slower + " follows " + faster + ", expected a longer duration than before");
        }
        if (slower.limit().alwaysAbove(faster.limit())) {
            throw new IllegalArgumentException(
                    "level " + slower + " follows " + faster + ", expected a limit no higher than before");
        }
    }

    public int count() {
        return series.size();
    }

    /** The level with the longest duration. */
    public int slowest() {
        return series.size() - 1;
    }

    public long durationMillis(int level) {
        return series.get(level).durationMillis();
    }

    /** The fastest level that lasts as long as asked; the slowest if none does. */
    public int levelFor(long askedMillis) {
        int level = 0;
        while (level < slowest() && durationMillis(level) < askedMillis) {
            level++;
        }
        return level;
    }

    /** The level at which a task stands in the queue. A shell counts at level 0, although it never queues. */
    int queueLevel(Demand demand) {
        return demand.kind() == TaskKind.SPECIFIC ? levelFor(demand.millis()) : 0;
    }

    /**
     * How long a task may run at a level: a default task the level's duration, any other what it asked for. Nobody gets
     * more than the slowest level lasts, because the limits say nothing about longer runs; a shell may, as it gives way
     * to any waiting task.
     */
    long durationFor(Demand demand, int level) {
        return switch (demand.kind()) {
            case DEFAULT -> durationMillis(level);
            case SPECIFIC -> Math.min(demand.millis(), durationMillis(level));
            case INTERACTIVE -> demand.millis();
        };
    }

    /** The limit of every level when the fleet has that many live backends. */
    int[] limits(int backends) {
        int[] limits = new int[series.size()];
        limits[0] = backends;
        for (int k = 1; k < limits.length; k++) {
            limits[k] =
                    Math.max(1, Math.min(limits[k - 1], series.get(k).limit().of(backends)));
        }
        return limits;
    }

    /** The series as {@link #parse} reads it. */
    @Override
    public String toString() {
        return series.stream().map(Level::toString).collect(Collectors.joining(","));
    }
}
