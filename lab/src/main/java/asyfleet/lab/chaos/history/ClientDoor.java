package asyfleet.lab.chaos.history;

/** The ways by which the clients of a run send their tasks. */
public enum ClientDoor {
    /** WebSocket at {@code /asy}. */
    ASY,
    /** The same on connections that are kept for the next task. */
    KEPT,
    /** {@code POST /api/render}. */
    RENDER,
    /** {@code POST /api/tasks}, its state asked for at any server. */
    TASKS,
    /** The same, with the events read at the end. */
    EVENTS,
    /** {@code POST /api/tasks} with a webhook. */
    WEBHOOK,
    /** An interactive task at {@code /asy}. */
    SHELL
}
