package asyfleet.scheduler.loop;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Denial;
import asyfleet.scheduler.decide.TaskKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The list of decisions that the core made and the loop has not carried out yet, as commands for Redis. Each decision
 * also updates the {@link TaskTable} and the metrics. While others wait, the core dispatches a default task for long and
 * gives it a shorter duration in the same turn: Redis hears only of the last one. Owned by the loop's thread.
 */
final class DecisionWriter implements Consumer<Decision>, Decision.Handler<QueueCommand> {

    /** The duration in Redis of a shell without a timeout: its schema has one for every task. */
    private static final Duration SHELL_WITHOUT_LIMIT = Duration.ofDays(1);

    private static final Denial.Handler<EndCode> CODES = new Denial.Handler<>() {
        @Override
        public EndCode on(Denial.QueueFull denial) {
            return EndCode.QUEUE_FULL;
        }

        @Override
        public EndCode on(Denial.QueueTimeout denial) {
            return EndCode.QUEUE_TIMEOUT;
        }

        @Override
        public EndCode on(Denial.NoFreeBackend denial) {
            return EndCode.NO_FREE_BACKEND;
        }
    };

    private final TaskTable tasks;
    private final FleetClock clock;
    private final SchedulerMetrics metrics;
    private final TaskLog log;
    private List<QueueCommand> written = new ArrayList<>();

    /** Where in {@link #written} each task is dispatched. */
    private final Map<String, Integer> dispatches = new HashMap<>();

    DecisionWriter(TaskTable tasks, FleetClock clock, SchedulerMetrics metrics, TaskLog log) {
        this.tasks = tasks;
        this.clock = clock;
        this.metrics = metrics;
        this.log = log;
    }

    @Override
    public void accept(Decision decision) {
        QueueCommand command = decision.accept(this);
        if (command instanceof QueueCommand.Downgrade downgrade && dispatches.containsKey(downgrade.id())) {
            written.set(dispatches.get(downgrade.id()), shortened(downgrade));
            return;
        }
        if (command instanceof QueueCommand.Dispatch) {
            dispatches.put(command.id(), written.size());
        }
        written.add(command);
    }

    private QueueCommand shortened(QueueCommand.Downgrade downgrade) {
        QueueCommand.Dispatch dispatch = (QueueCommand.Dispatch) written.get(dispatches.get(downgrade.id()));
        return dispatch.lasting(downgrade.duration());
    }

    /** All that was written since the last call, in order. */
    List<QueueCommand> takeAll() {
        List<QueueCommand> all = written;
        written = new ArrayList<>();
        dispatches.clear();
        return all;
    }

    @Override
    public QueueCommand on(Decision.Dispatch decision) {
        long now = clock.millis();
        tasks.find(decision.id()).ifPresent(entry -> {
            TrackedTask task = entry.task();
            metrics.dispatched(decision.level(), task.task().place().priority(), now - task.submittedMillis());
            entry.firstEstimate().ifPresent(estimate -> compare(estimate, now));
        });
        return new QueueCommand.Dispatch(
                decision.id(), duration(decision.durationMillis()), isMarked(decision.id()), arrivedNow(decision.id()));
    }

    private boolean arrivedNow(String id) {
        return tasks.find(id)
                .map(entry -> entry.task().task().arrivedAt() == clock.millis())
                .orElse(false);
    }

    /** One that goes ahead of the queue may have been lost on some process, which its entry must name. */
    private boolean isMarked(String id) {
        return tasks.find(id)
                .map(entry -> entry.task().task())
                .map(task -> task.place().ahead() || task.demand().kind() == TaskKind.INTERACTIVE)
                .orElse(true);
    }

    private void compare(TaskTable.Entry.FirstEstimate estimate, long now) {
        long trueWait = now - estimate.atMillis();
        metrics.estimateCameTrue(estimate.waitMillis() - trueWait, trueWait);
    }

    @Override
    public QueueCommand on(Decision.Downgrade decision) {
        metrics.downgraded(decision.level());
        return new QueueCommand.Downgrade(decision.id(), duration(decision.durationMillis()));
    }

    @Override
    public QueueCommand on(Decision.Halt decision) {
        metrics.halted();
        tasks.remove(decision.id()).ifPresent(entry -> log.halted(entry.task()));
        return new QueueCommand.Halt(decision.id());
    }

    @Override
    public QueueCommand on(Decision.Deny decision) {
        EndCode code = decision.reason().accept(CODES);
        metrics.denied(code.name());
        tasks.remove(decision.id()).ifPresent(entry -> log.denied(entry.task(), code, clock.millis()));
        String message = decision.reason().message();
        return new QueueCommand.Deny(decision.id(), new DenialRecord(code, message));
    }

    private static Duration duration(long millis) {
        return millis == Demand.NO_LIMIT ? SHELL_WITHOUT_LIMIT : Duration.ofMillis(millis);
    }
}
