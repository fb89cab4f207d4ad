package asyfleet.scheduler.decide;

/**
 * The demand of a task: its kind and, where it named one, its own timeout.
 *
 * @param millis the longest it wants to run, {@link #NO_LIMIT} if it did not say
 */
public record Demand(TaskKind kind, long millis) {

    /** The duration of a task that nothing but its client, a backend or a halt ends: a shell without a timeout. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    private static final Demand DEFAULT = new Demand(TaskKind.DEFAULT, NO_LIMIT);
    private static final Demand INTERACTIVE = new Demand(TaskKind.INTERACTIVE, NO_LIMIT);

    public Demand {
        if (millis < 1) {
            throw new IllegalArgumentException("timeout is " + millis + " ms, expected at least 1");
        }
    }

    /** A default task: as long as the load allows. */
    public static Demand byDefault() {
        return DEFAULT;
    }

    /** A task with a timeout of its own. */
    public static Demand atMost(long millis) {
        return new Demand(TaskKind.SPECIFIC, millis);
    }

    /** A shell that may stay until it is halted. */
    public static Demand interactive() {
        return INTERACTIVE;
    }

    /** A shell with a timeout of its own. */
    public static Demand interactive(long millis) {
        return new Demand(TaskKind.INTERACTIVE, millis);
    }
}
