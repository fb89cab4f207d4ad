package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.FinishTask;
import asyfleet.redis.schema.TaskRecord;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks that have ended and that Redis may not know of. It is told until it is known that it knows: only then may
 * the slot take another, or the fleet would count on more slots than there are.
 *
 * <p>Owner: the fleet's thread. It holds one task for each slot.
 */
final class FinishedTasks {

    private static final Logger LOG = LoggerFactory.getLogger(FinishedTasks.class);

    private final OwnerThread owner;
    private final BackendStore store;
    private final FleetMetrics metrics;

    FinishedTasks(OwnerThread owner, BackendStore store, FleetMetrics metrics) {
        this.owner = owner;
        this.store = store;
        this.metrics = metrics;
    }

    /** @param known called once, on the fleet's thread */
    void finish(String id, TaskRecord task, ServerMessage.Complete complete, Runnable known) {
        metrics.executed(task.options().format(), complete);
        send(new End(id, task.trace(), complete, System.nanoTime(), known), 1);
    }

    private record End(
            String task, Optional<TaskTrace> trace, ServerMessage.Complete complete, long at, Runnable known) {

        FinishTask.TaskEnd ending() {
            if (complete.success()) {
                return FinishTask.TaskEnd.SUCCEEDED;
            }
            boolean aborted = complete.verdict() != null && complete.verdict().code() == EndCode.ABORTED;
            return aborted ? FinishTask.TaskEnd.ABORTED : FinishTask.TaskEnd.FAILED;
        }

        Duration time() {
            return Duration.ofMillis(complete.timeMillis() == null ? 0 : complete.timeMillis());
        }
    }

    private void send(End end, int tries) {
        assert owner.isCurrent();
        owner.when(store.finish(end.task(), end.ending(), end.time()), (first, failure) -> {
            if (failure == null) {
                metrics.finished(Duration.ofNanos(System.nanoTime() - end.at()));
                end.known().run();
            } else {
                LOG.warn(
                        "finish unknown task={} tries={} cause={} {}",
                        end.task(),
                        tries,
                        failure.toString(),
                        end.trace());
                Retry.after(owner, tries, () -> send(end, tries + 1));
            }
        });
    }
}
