package asyfleet.lab.chaos.fleet;

/** The kinds of processes in a fleet that is broken. */
public enum MemberRole {
    QUEUE_SERVER,
    SCHEDULER,
    BACKEND,
    GATEWAY,
    RUNNER,
    REDIS,
    SENTINEL
}
