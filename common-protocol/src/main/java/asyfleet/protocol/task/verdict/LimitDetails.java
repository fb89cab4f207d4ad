package asyfleet.protocol.task.verdict;

/** The words about a limit that a task has hit. */
final class LimitDetails {

    private LimitDetails() {}

    static VerdictDetails of(EndCode code, Stage stage, long limit) {
        return switch (code) {
            case TIME_LIMIT -> timeLimit(stage, Amounts.ofMillis(limit));
            case OUTPUT_LIMIT ->
                VerdictDetails.of(
                        "The program printed more than " + Amounts.ofBytes(limit), "is there a write in a loop?");
            case MEMORY_LIMIT ->
                VerdictDetails.of(
                        "The program needed more than " + Amounts.ofBytes(limit) + " of memory",
                        "does an array or a path grow in a loop?");
            case DISK_LIMIT -> VerdictDetails.of("The program wrote more than " + Amounts.ofBytes(limit) + " to files");
            case PROCESS_LIMIT -> VerdictDetails.of("The program started more than " + limit + " processes");
            default -> VerdictDetails.NONE;
        };
    }

    private static VerdictDetails timeLimit(Stage stage, String limit) {
        return switch (stage) {
            case TEX ->
                VerdictDetails.of(
                        "LaTeX was still at work when the time limit of " + limit + " was over",
                        "a label may have a mistake at which LaTeX stops, or a loop");
            case CONVERT ->
                VerdictDetails.of(
                        "The picture was still being converted when the time limit of " + limit + " was over",
                        "it may have too many parts; ask for more time, or draw less");
            default ->
                VerdictDetails.of(
                        "The program was still running when the time limit of " + limit + " was over",
                        "is there a loop that never ends? otherwise ask for more time");
        };
    }
}
