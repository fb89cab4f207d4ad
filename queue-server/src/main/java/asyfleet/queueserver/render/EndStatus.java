package asyfleet.queueserver.render;

import asyfleet.protocol.task.verdict.EndCode;

/** The HTTP status that says what an {@link EndCode} says. */
final class EndStatus {

    private EndStatus() {}

    static int of(EndCode code) {
        return switch (code) {
            case OK -> 200;
            case BAD_REQUEST -> 400;
            case TIME_LIMIT, OUTPUT_LIMIT, MEMORY_LIMIT, DISK_LIMIT, PROCESS_LIMIT -> 408;
            case SUPERSEDED -> 409;
            case EXIT_CODE, SIGNAL, NO_IMAGE -> 422;
            case TOO_MANY_TASKS -> 429;
            case HALTED, ABORTED, QUEUE_FULL, QUEUE_TIMEOUT, NO_FREE_BACKEND, FLEET_FAULT, UNAVAILABLE -> 503;
        };
    }

    /** Whether the same request may well succeed a little later. */
    static boolean isTemporary(EndCode code) {
        int status = of(code);
        return status == 503 || status == 429;
    }
}
