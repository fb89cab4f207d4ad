package asyfleet.backend.ring.gateway;

import asyfleet.backend.claim.SlotRunner;
import asyfleet.backend.claim.TaskRunner;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.ring.link.Watchdog;
import asyfleet.backend.ring.parcel.TaskParcel;
import asyfleet.backend.ring.session.JobReport;
import asyfleet.backend.ring.session.Jobs;
import asyfleet.backend.ring.session.RunnerId;
import asyfleet.backend.serve.TaskRun;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.Claim;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Tasks that the fleet gave us, and runners that wait for one.
 *
 * <pre>
 * waiting -- a runner asks                         --> running
 * waiting -- no runner asks for some seconds       --> ended, to be run elsewhere
 * running -- the runner brings its result          --> ended
 * running -- the runner is lost                    --> ended, to be run elsewhere
 * </pre>
 *
 * <p>Synchronized: the fleet's thread and runners' sessions meet here. There are no more tasks than the fleet has slots
 * here, and those follow the runners.
 */
final class GatewayTasks implements TaskRunner, Jobs<RingTask> {

    /** A runner that asked may have left by the time its task is claimed. */
    private static final Duration UNWANTED = Duration.ofSeconds(2);

    private final Watchdog watchdog;
    private final Deque<RingTask> waiting = new ArrayDeque<>();
    private final Set<RingTask> running = new HashSet<>();
    private final Set<RunnerId> asking = new HashSet<>();

    GatewayTasks(Watchdog watchdog) {
        this.watchdog = watchdog;
    }

    @Override
    public TaskRun start(Claim.Won claimed, TaskRun.Listener listener) {
        ExecutionRequest request = SlotRunner.request(claimed, TaskLimits.DEFAULT);
        if (request.options().interactive()) {
            RingTask shell = new RingTask(claimed.id(), new byte[0], listener, watchdog);
            shell.endByFault("Shells do not run behind a gateway");
            return shell;
        }
        RingTask task = new RingTask(claimed.id(), TaskParcel.encode(request), listener, watchdog);
        await(task);
        return task;
    }

    private synchronized void await(RingTask task) {
        waiting.add(task);
        watchdog.after(UNWANTED, () -> giveUp(task));
        notifyAll();
    }

    private void giveUp(RingTask task) {
        if (removeWaiting(task)) {
            task.endByFault("No runner asked for the task");
        }
    }

    private synchronized boolean removeWaiting(RingTask task) {
        return waiting.remove(task);
    }

    @Override
    public synchronized Offer<RingTask> next(RunnerId runner) {
        waiting.removeIf(RingTask::hasEnded);
        RingTask task = waiting.poll();
        if (task == null) {
            return new Offer.NoneYet<>();
        }
        running.add(task);
        asking.remove(runner); // now, or it would count twice until its session says so
        return new Offer.Given<>(task);
    }

    @Override
    public synchronized void await(Duration most) throws InterruptedException {
        wait(most.toMillis());
    }

    @Override
    public synchronized void held(RunnerId runner) {
        asking.add(runner);
    }

    @Override
    public synchronized void released(RunnerId runner) {
        asking.remove(runner);
    }

    @Override
    public void finished(RingTask task, RunnerId runner, JobReport report) {
        remove(task);
        report.result()
                .ifPresentOrElse(task::end, () -> task.endByFault("The runner of the task is of another program"));
    }

    @Override
    public void lost(RingTask task, RunnerId runner, String why) {
        remove(task);
        task.endByFault("The runner of the task was lost");
    }

    private synchronized void remove(RingTask task) {
        running.remove(task);
    }

    /** How many tasks could be here: one for each worker that waits or works on one that somebody waits for. */
    synchronized int capacity() {
        int wanted = (int) running.stream().filter(task -> !task.hasEnded()).count();
        return wanted + Math.max(asking.size(), waiting.size());
    }
}
