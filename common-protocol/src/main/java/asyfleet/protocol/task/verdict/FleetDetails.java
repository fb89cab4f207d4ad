package asyfleet.protocol.task.verdict;

/** The words about an end that is not the program's doing, and so is explained by its code alone. */
final class FleetDetails {

    private static final String TRY_AGAIN = "try again in a moment";
    private static final String NOT_THE_PROGRAM = "the fault is not in the program; try again";

    private FleetDetails() {}

    /** @param error is the summary of a code that says less than it */
    static VerdictDetails of(EndCode code, String error) {
        return switch (code) {
            case QUEUE_FULL -> VerdictDetails.of("The server is busy: its queue is full", TRY_AGAIN);
            case QUEUE_TIMEOUT -> VerdictDetails.of("The server is busy: the task waited too long", TRY_AGAIN);
            case NO_FREE_BACKEND -> VerdictDetails.of("The server is busy: a shell does not wait", TRY_AGAIN);
            case TOO_MANY_TASKS -> VerdictDetails.of(error, "wait until some of your tasks have ended");
            case HALTED -> VerdictDetails.of("The shell had to make room for others", "start it again");
            case FLEET_FAULT -> VerdictDetails.of("The server could not run the program", NOT_THE_PROGRAM);
            case UNAVAILABLE -> VerdictDetails.of(error, TRY_AGAIN);
            case OK,
                    TIME_LIMIT,
                    OUTPUT_LIMIT,
                    MEMORY_LIMIT,
                    DISK_LIMIT,
                    PROCESS_LIMIT,
                    EXIT_CODE,
                    SIGNAL,
                    NO_IMAGE,
                    ABORTED,
                    BAD_REQUEST,
                    SUPERSEDED -> VerdictDetails.of(error);
        };
    }
}
