package asyfleet.ring.gateway;

import asyfleet.backend.execute.Execution;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.SeedErrors;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.parcel.TaskParcel;
import asyfleet.ring.parcel.TaskResult;
import asyfleet.ring.session.RingJob;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * A claimed task on its way through a runner. It ends once: with what the runner brings, or before that, because its time
 * is up, its client left, or its runner was lost or took too long.
 *
 * <p>Safe for any thread: the fleet's, runners' sessions and the watchdog meet here, and whoever is first to set the
 * atomic flag ends it. The listener never blocks.
 */
final class RingTask implements RingJob, Execution {

    /** For the task to get to the runner and its result back, beside the time that it may run. */
    private static final Duration TRAVEL = Duration.ofSeconds(10);

    /** How late a timer may be; one that is later tells of a stall of this process, not of the program. */
    private static final Duration PUNCTUAL = Duration.ofSeconds(1);

    /**
     * The work of a runner for the task.
     *
     * @param contents a {@link TaskParcel}
     */
    record Work(String id, byte[] contents, Duration timeLimit) {}

    private final Work work;
    private final Execution.Listener listener;
    private final Watchdog watchdog;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Queue<Watchdog.Guard> guards = new ConcurrentLinkedQueue<>();
    private volatile Runnable whenEnded = () -> {}; // set by a session, read by who ends it

    RingTask(Work work, Execution.Listener listener, Watchdog watchdog) {
        this(work, listener, watchdog, System::nanoTime);
    }

    RingTask(Work work, Execution.Listener listener, Watchdog watchdog, LongSupplier nanoClock) {
        this.work = work;
        this.listener = listener;
        this.watchdog = watchdog;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
    }

    @Override
    public String name() {
        return work.id();
    }

    @Override
    public String type() {
        return TaskParcel.TYPE;
    }

    @Override
    public byte[] contents() {
        return work.contents();
    }

    boolean hasEnded() {
        return ended.get();
    }

    /**
     * A runner has it from now on. One that hangs must not keep the client waiting.
     *
     * @param action run when the task has ended, before anybody hears of that
     * @return false if it had ended already, and no runner needs it
     */
    boolean isGiven(Runnable action) {
        whenEnded = action; // before the look at the flag: one of the two notices an end in between
        if (hasEnded()) {
            return false;
        }
        after(work.timeLimit().plus(TRAVEL), () -> endByFault("The runner did not bring the task back in time"));
        return true;
    }

    void end(TaskResult result) {
        end(result.outputs(), result.images(), result.complete());
    }

    /** The queue server has a task that ends like this run elsewhere. */
    void endByFault(String error) {
        end(new Complete(false, error, null, Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET)));
    }

    private void end(Complete complete) {
        end(List.of(), List.of(), complete);
    }

    private void end(List<Output> outputs, List<Result> images, Complete complete) {
        if (ended.compareAndSet(false, true)) {
            guards.forEach(Watchdog.Guard::close);
            whenEnded.run();
            outputs.forEach(listener::said);
            images.forEach(listener::said);
            listener.ended(complete);
        }
    }

    private void after(Duration delay, Runnable action) {
        guards.add(watchdog.after(delay.isNegative() ? Duration.ZERO : delay, action));
    }

    @Override
    public void shorten(Duration limit) {
        Duration now = elapsed();
        Duration due = limit.compareTo(now) > 0 ? limit : now;
        after(due.minus(now), () -> timeOut(limit, elapsed().minus(due)));
    }

    private void timeOut(Duration limit, Duration late) {
        if (late.compareTo(PUNCTUAL) > 0) {
            endByFault("The gateway stood still for " + late.toMillis() + "ms; the fault is not in the program");
            return;
        }
        long measured = elapsed().toMillis();
        Verdict verdict = Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, limit.toMillis(), measured);
        end(new Complete(false, SeedErrors.timeLimit(limit.toMillis()), measured, verdict));
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoClock.getAsLong() - startNanos);
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
