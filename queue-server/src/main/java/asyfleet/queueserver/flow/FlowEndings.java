package asyfleet.queueserver.flow;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.schema.DenialRecord;
import java.time.Duration;
import java.util.Set;

/** The last messages to a client that its queue server makes itself, because no slot completes the task. */
final class FlowEndings {

    private FlowEndings() {}

    static ServerMessage queueFull(Submission.QueueFull full) {
        return new ServerMessage.Denied(full.message(), EndCode.QUEUE_FULL);
    }

    static ServerMessage callerFull(Submission.CallerFull full) {
        return new ServerMessage.Denied(full.message(), EndCode.TOO_MANY_TASKS);
    }

    static ServerMessage noRedis() {
        return new ServerMessage.Denied("The queue does not answer; try again in a moment", EndCode.UNAVAILABLE);
    }

    static ServerMessage noScheduler(Duration limit) {
        String error = "No scheduler leads, and the task has waited " + limit.toMillis() + " ms";
        return new ServerMessage.Denied(error, EndCode.UNAVAILABLE);
    }

    /** @param absent the parts that the fleet has none of, which explains a wait that was too long */
    static ServerMessage denied(DenialRecord denial, Set<Absence> absent) {
        boolean explained = denial.code() == EndCode.QUEUE_TIMEOUT && !absent.isEmpty();
        String error = explained ? denial.message() + ": " + Absence.inWords(absent) : denial.message();
        return new ServerMessage.Denied(error, denial.code());
    }

    /** By an operator, while it runs. */
    static ServerMessage ended(DenialRecord denial) {
        return new ServerMessage.Complete(false, denial.message(), null, Verdict.of(denial.code(), Stage.ASYMPTOTE));
    }

    static ServerMessage halted() {
        String error = "The interactive task was halted to make room for others";
        return new ServerMessage.Complete(false, error, null, Verdict.of(EndCode.HALTED, Stage.QUEUE));
    }

    static ServerMessage shellLost() {
        return fleetFault("The backend of this interactive task was lost; start it again");
    }

    static ServerMessage lost(int runs) {
        return fleetFault("The backend of this task was lost " + runs + " times; the fault is not in the program");
    }

    private static ServerMessage fleetFault(String error) {
        return new ServerMessage.Complete(false, error, null, Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET));
    }
}
