package asyfleet.backend.execute;

import asyfleet.backend.explain.OutputScan;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.verdict.Amounts;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.SeedErrors;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The end of a task: one factory method for each way to end. Where the protocol has always had a text for it, that
 * text; the others are worded alike.
 *
 * @param error empty on success
 */
record Ending(String error, Verdict verdict) {

    private static final int FIRST_SIGNAL = 128;
    private static final int SIGXFSZ = 25;

    /**
     * The facts about a task that ended by itself.
     *
     * @param exitCode of Asymptote, or 128 + a signal
     * @param pictures how many it left
     * @param diskFull whether its directory has no room left
     */
    record Facts(int exitCode, int pictures, boolean diskFull, boolean interactive, long diskBytes) {}

    static Ending byItself(Facts facts, OutputScan scan) {
        if (facts.exitCode() == 0) {
            return facts.pictures() > 0 || facts.interactive() ? success() : noImage();
        }
        return withFailure(facts, Stages.of(scan));
    }

    private static Ending withFailure(Facts facts, Stage stage) {
        if (facts.diskFull()) {
            return diskLimit(Verdict.ofLimit(EndCode.DISK_LIMIT, stage, facts.diskBytes(), facts.diskBytes()));
        }
        // A program may also choose this code, so nothing is said to be measured.
        return facts.exitCode() == FIRST_SIGNAL + SIGXFSZ
                ? diskLimit(Verdict.ofLimit(EndCode.DISK_LIMIT, stage, facts.diskBytes()))
                : failure(facts.exitCode(), stage);
    }

    static Ending success() {
        return new Ending("", Verdict.of(EndCode.OK, Stage.ASYMPTOTE));
    }

    private static Ending noImage() {
        return new Ending(SeedErrors.NO_IMAGE, Verdict.of(EndCode.NO_IMAGE, Stage.ASYMPTOTE));
    }

    private static Ending failure(int exitCode, Stage stage) {
        EndCode code = exitCode > FIRST_SIGNAL ? EndCode.SIGNAL : EndCode.EXIT_CODE;
        long measured = exitCode > FIRST_SIGNAL ? exitCode - FIRST_SIGNAL : exitCode;
        return new Ending(SeedErrors.exitCode(exitCode), new Verdict(code, stage, null, measured, VerdictDetails.NONE));
    }

    private static Ending diskLimit(Verdict verdict) {
        return new Ending("Execution aborted due to the disk limit (" + verdict.limit() + "B)", verdict);
    }

    static Ending timeLimit(Duration limit, Duration measured, Stage stage) {
        return new Ending(
                SeedErrors.timeLimit(limit.toMillis()),
                Verdict.ofLimit(EndCode.TIME_LIMIT, stage, limit.toMillis(), measured.toMillis()));
    }

    static Ending idleLimit(Duration limit, Duration measured) {
        return new Ending(
                "Execution aborted due to the idle limit (" + limit.toMillis() + "ms)",
                Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, limit.toMillis(), measured.toMillis())
                        .explained(
                                VerdictDetails.of("The shell had no input for " + Amounts.ofMillis(limit.toMillis()))));
    }

    static Ending outputLimit(long limit, long measured, Stage stage) {
        return new Ending(SeedErrors.outputLimit(limit), Verdict.ofLimit(EndCode.OUTPUT_LIMIT, stage, limit, measured));
    }

    /** The pictures, not the words. */
    static Ending resultLimit(long limit, long measured) {
        VerdictDetails details = VerdictDetails.of(
                "The pictures have more than " + Amounts.ofBytes(limit), "draw less, or ask for another format");
        return new Ending(
                SeedErrors.outputLimit(limit),
                Verdict.ofLimit(EndCode.OUTPUT_LIMIT, Stage.ASYMPTOTE, limit, measured)
                        .explained(details));
    }

    static Ending inputLimit(long limit, long measured) {
        return new Ending(
                "Execution aborted due to the input limit (" + limit + "B)",
                Verdict.ofLimit(EndCode.BAD_REQUEST, Stage.ASYMPTOTE, limit, measured));
    }

    static Ending memoryLimit(long limit, long measured, Stage stage) {
        return new Ending(
                "Execution aborted due to the memory limit (" + limit + "B)",
                Verdict.ofLimit(EndCode.MEMORY_LIMIT, stage, limit, measured));
    }

    static Ending processLimit(int limit, int measured, Stage stage) {
        return new Ending(
                "Execution aborted due to the process limit (" + limit + ")",
                Verdict.ofLimit(EndCode.PROCESS_LIMIT, stage, limit, measured));
    }

    static Ending aborted() {
        return new Ending("Execution aborted because its client left", Verdict.of(EndCode.ABORTED, Stage.FLEET));
    }

    /** Names no cause: that is about our machine, not about the task, and stands in the log. */
    static Ending sandboxFault() {
        VerdictDetails details =
                VerdictDetails.of("The server could not run the program", "the fault is not in the program; try again");
        return new Ending(
                "The backend could not run the task",
                Verdict.of(EndCode.FLEET_FAULT, Stage.SANDBOX).explained(details));
    }

    /** Nobody knows what the program would have done, so the fleet runs it again. */
    static Ending stalled(Duration stall) {
        VerdictDetails details = VerdictDetails.of(
                "The server stood still while the program ran", "the fault is not in the program; try again");
        return new Ending(
                "The backend stood still for " + stall.toMillis() + "ms; the fault is not in the program",
                Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET).explained(details));
    }

    Complete complete(Duration time) {
        boolean success = error.isEmpty();
        // The nearest: cut off, the times of many short tasks would be half a millisecond too short on average.
        long millis = Math.round(time.toNanos() / 1e6);
        return new Complete(success, success ? null : error, millis, verdict);
    }

    /** The same with all the words that there are for it. */
    Ending explained(UnaryOperator<Verdict> explainer) {
        return new Ending(error, explainer.apply(verdict));
    }
}
