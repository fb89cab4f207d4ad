package asyfleet.backend.ring.gateway;

import asyfleet.backend.ring.link.Watchdog;
import asyfleet.backend.ring.parcel.TaskParcel;
import asyfleet.backend.ring.parcel.TaskResult;
import asyfleet.backend.ring.session.RingJob;
import asyfleet.backend.serve.TaskRun;
import asyfleet.protocol.task.EndCode;
import asyfleet.protocol.task.SeedErrors;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.Stage;
import asyfleet.protocol.task.Verdict;
import java.time.Duration;

/**
 * A claimed task on its way through a runner. It ends once: with what the runner brings, or before that, because its time
 * is up, its client left, or its runner was lost. A manager cannot call a runner back, so when a task ends before its
 * runner brings it, the runner works on for nothing until its own limit.
 *
 * <p>Synchronized: the fleet's thread, runners' sessions and the watchdog meet here. The listener never blocks.
 */
final class RingTask implements RingJob, TaskRun {

    private final String id;
    private final byte[] contents;
    private final TaskRun.Listener listener;
    private final Watchdog watchdog;
    private final long startNanos = System.nanoTime();
    private boolean ended;

    RingTask(String id, byte[] contents, TaskRun.Listener listener, Watchdog watchdog) {
        this.id = id;
        this.contents = contents;
        this.listener = listener;
        this.watchdog = watchdog;
    }

    @Override
    public String name() {
        return id;
    }

    @Override
    public String type() {
        return TaskParcel.TYPE;
    }

    @Override
    public byte[] contents() {
        return contents;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    synchronized void end(TaskResult result) {
        if (!ended) {
            result.outputs().forEach(listener::said);
            result.images().forEach(listener::said);
            end(result.complete());
        }
    }

    /** The queue server has a task that ends like this run elsewhere. */
    void endByFault(String error) {
        end(new Complete(false, error, null, Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET)));
    }

    private synchronized void end(Complete complete) {
        if (!ended) {
            ended = true;
            listener.ended(complete);
        }
    }

    @Override
    public void shorten(Duration limit) {
        Duration left = limit.minus(elapsed());
        watchdog.after(left.isNegative() ? Duration.ZERO : left, () -> timeOut(limit));
    }

    private void timeOut(Duration limit) {
        long measured = elapsed().toMillis();
        Verdict verdict = Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, limit.toMillis(), measured);
        end(new Complete(false, SeedErrors.timeLimit(limit.toMillis()), measured, verdict));
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    @Override
    public void input(byte[] bytes) {
        // Only shells read, and a shell never gets here.
    }

    @Override
    public void abort() {
        end(new Complete(false, "Execution aborted", null, Verdict.of(EndCode.ABORTED, Stage.FLEET)));
    }
}
