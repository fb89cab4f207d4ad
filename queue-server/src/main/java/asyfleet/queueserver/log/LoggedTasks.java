package asyfleet.queueserver.log;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskPlace;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.trace.Spans;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The layer that logs one line for each task when it ends, and records its spans where traces are exported. Also for tasks
 * that no backend ran: it is the outermost one.
 */
public final class LoggedTasks implements TaskLayer {

    private static final Logger LOG = LoggerFactory.getLogger(LoggedTasks.class);

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next) {
        LoggedTask logged = new LoggedTask(task, client);
        logged.begin(task, next);
        return logged;
    }

    /** The line of a task that ended before it was launched; any thread. */
    public static void endedAtDoor(TaskTerms terms, Door door, Verdict verdict) {
        EndCode code = verdict.code();
        LOG.atLevel(level(code))
                .log(
                        "task ended door={} caller={} code={} stage={} {}",
                        door.label(),
                        caller(terms),
                        code.wire(),
                        verdict.stage().wire(),
                        terms.trace());
        if (Spans.isOn()) {
            Map<String, String> attributes = Map.of("asyfleet.door", door.label(), "asyfleet.code", code.wire());
            Spans.task(terms.trace(), Duration.ZERO, attributes, true);
        }
    }

    private static Level level(EndCode code) {
        return code.isFaultOfFleet() ? Level.WARN : Level.INFO;
    }

    private static Optional<String> caller(TaskTerms terms) {
        return Optional.of(terms.caller().name()).filter(name -> !name.isEmpty());
    }

    /** One task. Confined to its owner. */
    private static final class LoggedTask extends LayeredTask {

        private final ClientTask task;
        private final Duration began;
        private Optional<TaskPlace> place = Optional.empty();
        private Optional<Duration> wait = Optional.empty();
        private Optional<Duration> run = Optional.empty();
        private Optional<Stage> stage = Optional.empty();

        LoggedTask(ClientTask task, TaskListener client) {
            super(client, task.owner());
            this.task = task;
            this.began = owner.now();
        }

        @Override
        public void placed(TaskPlace newest) {
            place = Optional.of(newest);
            super.placed(newest);
        }

        @Override
        public void on(ServerMessage message) {
            if (message instanceof ServerMessage.Queue queue && queue.passed()) {
                wait = Optional.of(sinceBegin());
            } else if (message instanceof ServerMessage.Complete complete) {
                run = Optional.ofNullable(complete.timeMillis()).map(Duration::ofMillis);
                stage = Optional.ofNullable(complete.verdict()).map(Verdict::stage);
            } else if (message instanceof ServerMessage.Denied denied) {
                stage = Optional.of(denied.verdict().stage());
            }
            super.on(message);
        }

        private Duration sinceBegin() {
            return Duration.ofMillis(owner.now().minus(began).toMillis());
        }

        /** No place: another layer answered it, or nobody could. */
        @Override
        protected void ended(EndCode code) {
            LOG.atLevel(level(code))
                    .log(
                            "task ended task={} door={} caller={} code={} stage={} wait={} run={} total={} attempts={}"
                                    + " machine={} {}",
                            place.map(TaskPlace::id),
                            Door.ofPriority(task.request().priority()).label(),
                            caller(task.terms()),
                            code.wire(),
                            stage.filter(where -> code != EndCode.OK).map(Stage::wire),
                            wait,
                            run,
                            sinceBegin(),
                            place.map(TaskPlace::run),
                            place.flatMap(TaskPlace::machine),
                            task.terms().trace());
            if (Spans.isOn()) {
                recordSpans(code);
            }
        }

        private void recordSpans(EndCode code) {
            TaskTrace trace = task.terms().trace();
            Duration total = sinceBegin();
            Instant start = Instant.now().minus(total);
            Spans.part(trace, "queue", start, start.plus(wait.orElse(total)));
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put(
                    "asyfleet.door", Door.ofPriority(task.request().priority()).label());
            attributes.put("asyfleet.code", code.wire());
            trace.id().ifPresent(id -> attributes.put("asyfleet.id", id));
            place.ifPresent(last -> {
                attributes.put("asyfleet.task", last.id());
                attributes.put("asyfleet.attempts", Integer.toString(last.run()));
                last.machine().ifPresent(machine -> attributes.put("asyfleet.machine", machine));
            });
            Spans.task(trace, total, attributes, code != EndCode.OK);
        }
    }
}
