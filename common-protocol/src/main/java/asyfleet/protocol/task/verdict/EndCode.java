package asyfleet.protocol.task.verdict;

import asyfleet.protocol.wire.WireName;
import java.util.Optional;

/** The reasons why a task ends, for programs; the sentence for people is in {@code error}. */
public enum EndCode implements WireName {
    /** The program ended well and left an image. */
    OK,
    /** It ran longer than its duration. */
    TIME_LIMIT,
    /** It wrote more output than allowed. */
    OUTPUT_LIMIT,
    /** It asked for more memory than allowed. */
    MEMORY_LIMIT,
    /** It filled its work directory. */
    DISK_LIMIT,
    /** It started too many processes. */
    PROCESS_LIMIT,
    /** It ended with an exit code other than 0. */
    EXIT_CODE,
    /** A signal ended it that we did not send. */
    SIGNAL,
    /** It ended well and drew nothing. */
    NO_IMAGE,
    /** An interactive task made room for others. */
    HALTED,
    /** Its client left. */
    ABORTED,
    /** The request itself was wrong. */
    BAD_REQUEST,
    /** As many tasks as may wait were waiting. */
    QUEUE_FULL,
    /** It waited as long as a task may. */
    QUEUE_TIMEOUT,
    /** An interactive task found no free backend. */
    NO_FREE_BACKEND,
    /** The same caller had as many tasks as it may. */
    TOO_MANY_TASKS,
    /** A newer task of the same session took its place. */
    SUPERSEDED,
    /** Something of ours broke, and the tries were used up. */
    FLEET_FAULT,
    /** The service is going down, cannot reach what it needs, or has no room for the result. */
    UNAVAILABLE;

    /** Whether nobody but an operator can do something about it. */
    public boolean isFaultOfFleet() {
        return this == FLEET_FAULT || this == UNAVAILABLE;
    }

    @Override
    public String wire() {
        return name();
    }

    /** The code of that exact name, if this version knows it. */
    public static Optional<EndCode> ofWire(String wire) {
        return WireName.find(EndCode.class, wire);
    }
}
