package asyfleet.scheduler.decide;

/** The three kinds of task that the rule tells apart. */
public enum TaskKind {
    /** No timeout of its own: queues as the fastest level, runs as long as the load allows. */
    DEFAULT,
    /** Has a timeout of its own: queues and runs at the level of that timeout. */
    SPECIFIC,
    /** An Asymptote shell: never queues, first to be halted. */
    INTERACTIVE
}
