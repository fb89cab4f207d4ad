package asyfleet.queueserver.render;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The HTTP status that says what an {@link EndCode} says. */
public final class EndStatus {

    private static final Set<EndCode> FOR_THE_LOAD =
            Set.of(EndCode.QUEUE_FULL, EndCode.QUEUE_TIMEOUT, EndCode.NO_FREE_BACKEND);

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

    /** When the same request may succeed, if it failed because too many wait. */
    static Optional<Duration> retryAfter(ServerMessage end, Supplier<Duration> wait) {
        return end.endCode().filter(FOR_THE_LOAD::contains).map(code -> wait.get());
    }

    /** The value of {@code Retry-After}, in whole seconds. */
    public static String seconds(Duration time) {
        return Long.toString(Math.max(1, time.plusMillis(999).toSeconds()));
    }

    /** Whether the same request may well succeed a little later. */
    static boolean isTemporary(EndCode code) {
        int status = of(code);
        return status == 503 || status == 429;
    }
}
