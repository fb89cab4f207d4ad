package asyfleet.queueserver.limit;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;

/** The answer to a caller that has as many tasks as it may. */
final class Refusal {

    private Refusal() {}

    static ServerMessage message(int mostTasks) {
        return new ServerMessage.Denied(reason(mostTasks), EndCode.TOO_MANY_TASKS);
    }

    static HttpError answer(int mostTasks) {
        return new HttpError(429, EndCode.TOO_MANY_TASKS.wire(), reason(mostTasks))
                .with("stage", Stage.QUEUE.wire())
                .withHeader("Retry-After", "5");
    }

    private static String reason(int mostTasks) {
        return "Too many tasks: " + mostTasks + " of this caller are under way (max: " + mostTasks + ")";
    }
}
