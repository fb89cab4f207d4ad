package asyfleet.scheduler.loop;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.scheduler.decide.ActiveRun;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of tasks: one line for each that leaves the scheduler, in whatever way. */
final class TaskLog {

    private static final Logger LOG = LoggerFactory.getLogger(TaskLog.class);

    /**
     * @param run how it ran; empty if its client left while it waited
     * @param cutShort whether something else than the task itself ended it
     */
    void ended(TrackedTask task, Optional<ActiveRun> run, boolean cutShort, long nowMillis) {
        long waitedUntil = run.map(ActiveRun::startedAt).orElse(nowMillis);
        LOG.info(
                "task ended task={} queue_level={} priority={} waited={} ran={} lost={} {}",
                task.task().id(),
                run.map(ActiveRun::level),
                task.task().place().priority(),
                Duration.ofMillis(Math.max(0, waitedUntil - task.submittedMillis())),
                run.map(one -> Duration.ofMillis(nowMillis - one.startedAt())),
                cutShort ? Optional.of(true) : Optional.empty(),
                task.trace());
    }

    void denied(TrackedTask task, EndCode code, long nowMillis) {
        LOG.info(
                "task denied task={} code={} priority={} waited={} {}",
                task.task().id(),
                code,
                task.task().place().priority(),
                Duration.ofMillis(Math.max(0, nowMillis - task.submittedMillis())),
                task.trace());
    }

    void halted(TrackedTask task) {
        LOG.info("task halted task={} {}", task.task().id(), task.trace());
    }
}
