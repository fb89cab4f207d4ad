package asyfleet.lab.load;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The WebSocket at {@code /asy}. */
final class WebSocketDoor implements LoadDoor {

    private static final TaskOptions OPTIONS =
            new TaskOptions(false, TIMEOUT_MILLIS, Format.SVG, StderrMode.SEPARATE, 0);

    private final AsyfleetClient client;

    WebSocketDoor(ClientSettings settings, int concurrent) {
        this.client = AsyfleetClient.connect(settings.withMaxTasks(concurrent + 1));
    }

    @Override
    public CompletionStage<LoadAnswer> send(String source) {
        Watch watch = new Watch();
        return client.render(TaskSources.of(source), OPTIONS, watch)
                .thenApply(outcome -> new LoadAnswer(code(outcome), watch.queued, watch.estimate));
    }

    /** Used by the client's thread alone. */
    private static final class Watch implements TaskObserver {

        private final long sent = System.nanoTime();
        private Optional<Duration> queued = Optional.empty();
        private Optional<Duration> estimate = Optional.empty();

        @Override
        public void waiting(Optional<Duration> told) {
            estimate = estimate.or(() -> told);
        }

        @Override
        public void started() {
            queued = Optional.of(Duration.ofNanos(System.nanoTime() - sent));
        }
    }

    private static String code(TaskOutcome outcome) {
        if (outcome instanceof TaskOutcome.Rendered) {
            return EndCode.OK.name();
        }
        if (outcome instanceof TaskOutcome.Failed failed) {
            return failed.verdict().map(Verdict::code).map(EndCode::name).orElse("FAILED");
        }
        if (outcome instanceof TaskOutcome.Denied denied) {
            return denied.code().map(EndCode::name).orElse("DENIED");
        }
        return outcome instanceof TaskOutcome.Unreachable ? "UNREACHABLE" : "LOST";
    }

    @Override
    public void close() {
        client.close();
    }
}
