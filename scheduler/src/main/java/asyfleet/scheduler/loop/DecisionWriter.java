package asyfleet.scheduler.loop;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Denial;
import asyfleet.scheduler.metrics.SchedulerMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes down what the core decides, in the words of Redis, until the loop has it carried out; keeps the book and the
 * metrics in step. Owned by the loop's thread.
 */
final class DecisionWriter implements Consumer<Decision>, Decision.Handler<asyfleet.redis.scheduler.QueueCommand> {

    /** What Redis is told of a shell without a timeout: its schema has a duration for every task. */
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

    private final TaskTable book;
    private final FleetClock clock;
    private final SchedulerMetrics metrics;
    private List<asyfleet.redis.scheduler.QueueCommand> written = new ArrayList<>();

    DecisionWriter(TaskTable book, FleetClock clock, SchedulerMetrics metrics) {
        this.book = book;
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public void accept(Decision decision) {
        written.add(decision.accept(this));
    }

    /** All that was written since the last call, in order. */
    List<asyfleet.redis.scheduler.QueueCommand> takeAll() {
        List<asyfleet.redis.scheduler.QueueCommand> all = written;
        written = new ArrayList<>();
        return all;
    }

    @Override
    public asyfleet.redis.scheduler.QueueCommand on(Decision.Dispatch decision) {
        long now = clock.millis();
        book.find(decision.id()).ifPresent(entry -> {
            metrics.dispatched(decision.level(), now - entry.task().submittedMillis());
            entry.told().ifPresent(told -> compare(told, now));
        });
        return new asyfleet.redis.scheduler.QueueCommand.Dispatch(decision.id(), duration(decision.durationMillis()));
    }

    private void compare(TaskTableEntry.Told told, long now) {
        long trueWait = now - told.atMillis();
        metrics.estimateCameTrue(told.waitMillis() - trueWait, trueWait);
    }

    @Override
    public asyfleet.redis.scheduler.QueueCommand on(Decision.Downgrade decision) {
        metrics.downgraded(decision.level());
        return new asyfleet.redis.scheduler.QueueCommand.Downgrade(decision.id(), duration(decision.durationMillis()));
    }

    @Override
    public asyfleet.redis.scheduler.QueueCommand on(Decision.Halt decision) {
        metrics.halted();
        book.remove(decision.id());
        return new asyfleet.redis.scheduler.QueueCommand.Halt(decision.id());
    }

    @Override
    public asyfleet.redis.scheduler.QueueCommand on(Decision.Deny decision) {
        EndCode code = decision.reason().accept(CODES);
        metrics.denied(code.name());
        book.remove(decision.id());
        String message = decision.reason().message();
        return new asyfleet.redis.scheduler.QueueCommand.Deny(
                decision.id(), new asyfleet.redis.schema.DenialRecord(code, message));
    }

    private static Duration duration(long millis) {
        return millis == Demand.NO_LIMIT ? SHELL_WITHOUT_LIMIT : Duration.ofMillis(millis);
    }
}
