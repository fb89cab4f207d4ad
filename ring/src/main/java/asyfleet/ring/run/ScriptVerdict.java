package asyfleet.ring.run;

import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.ring.parcel.OutcomeLine;
import asyfleet.ring.parcel.TaskResult;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The outcome of a script. The last line of its output with {@code RES:} says it, as for the original runner: then
 * {@code RES:failed} is a failure, and all else a success, whatever the exit code. Without such a line the exit code says
 * it. A script that reached a limit has failed in any case.
 */
final class ScriptVerdict {

    private static final Set<EndCode> LIMITS = EnumSet.of(
            EndCode.TIME_LIMIT, EndCode.MEMORY_LIMIT, EndCode.OUTPUT_LIMIT, EndCode.DISK_LIMIT, EndCode.PROCESS_LIMIT);

    private ScriptVerdict() {}

    static TaskResult of(TaskResult result) {
        Complete complete = result.complete();
        if (isEndedByUs(complete.verdict())) {
            return result;
        }
        Optional<OutcomeLine> told = OutcomeLine.last(new String(result.text(), StandardCharsets.UTF_8).lines());
        if (told.isPresent() && told.get().isFailure()) {
            String error = complete.success() || isWithoutImage(complete)
                    ? "The script says " + told.get().text()
                    : complete.error();
            return result.with(
                    new Complete(false, error, complete.timeMillis(), Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)));
        }
        // A script that ends well has done what it should, whether it draws or not.
        boolean good = told.isPresent() || isWithoutImage(complete);
        return good && !complete.success()
                ? result.with(new Complete(true, null, complete.timeMillis(), Verdict.of(EndCode.OK, Stage.ASYMPTOTE)))
                : result;
    }

    private static boolean isWithoutImage(Complete complete) {
        return complete.verdict() != null && complete.verdict().code() == EndCode.NO_IMAGE;
    }

    /** A limit that was only concluded from an exit code may be a code that the program chose. */
    static boolean isEndedByUs(Verdict verdict) {
        return verdict != null && LIMITS.contains(verdict.code()) && verdict.measured() != null;
    }
}
