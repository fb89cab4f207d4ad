package asyfleet.ring.gateway;

import asyfleet.backend.claim.SlotRunner;
import asyfleet.backend.claim.TaskRunner;
import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.backend.Claim;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.parcel.TaskParcel;
import asyfleet.ring.parcel.TaskResult;
import asyfleet.ring.session.JobReport;
import asyfleet.ring.session.Jobs;
import asyfleet.ring.session.RunnerId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks that the fleet gave us, and the runners that wait for one. A task is claimed only while a worker waits for
 * it, so it is here for the moment that the worker's session takes to wake up.
 *
 * <pre>
 * claimed -- a waiting worker takes it                --> running
 * claimed -- the last worker that waited is lost      --> ended, to be run elsewhere
 * running -- the runner brings its result             --> ended
 * running -- the runner is lost, or takes too long    --> ended, to be run elsewhere
 * running -- its time is up, its client left          --> ended; the runner is dropped if that is all that it does
 * </pre>
 *
 * <p>Synchronized: the fleet's thread, runners' sessions and the watchdog meet here. What is said to the fleet, to clients
 * and to runners never blocks; only the fleet hears it under the lock, so that it hears of changes in their order.
 */
final class GatewayTasks implements TaskRunner, Jobs<RingTask> {

    /** The fleet, as far as it cares about us; nothing here blocks. */
    interface FleetListener {

        /** So many slots from now on, or the same with more that wait. */
        void resize(int slots);

        void toolsChanged();
    }

    private static final Logger LOG = LoggerFactory.getLogger(GatewayTasks.class);

    /** A worker that brought a result asks again as soon as a packet travels, unless its machine lacks memory. */
    private static final Duration RETURN = Duration.ofMillis(250);

    private final Watchdog watchdog;
    private final Deque<RingTask> claimed = new ArrayDeque<>();
    private final ConnectedRunners runners = new ConnectedRunners();
    private Optional<String> tools = Optional.empty();
    private FleetListener fleet = new FleetListener() {
        @Override
        public void resize(int slots) {
            // Not joined yet.
        }

        @Override
        public void toolsChanged() {
            // As above.
        }
    };

    GatewayTasks(Watchdog watchdog) {
        this.watchdog = watchdog;
    }

    /** From now on the fleet hears of changes. */
    synchronized void tell(FleetListener joined) {
        fleet = joined;
        changed();
    }

    private void changed() {
        fleet.resize(runners.slots());
    }

    @Override
    public synchronized int room() {
        return runners.waiting() - claimed.size();
    }

    /** Nobody can type at a runner. */
    @Override
    public boolean runsShells() {
        return false;
    }

    /** Those of the runner that joined last, as with backends; our own machine runs nothing. */
    @Override
    public synchronized Optional<String> tools() {
        return tools;
    }

    @Override
    public Execution start(Claim.Won won, Execution.Listener listener) {
        ExecutionRequest request = SlotRunner.request(won, TaskLimits.withinFleet());
        if (request.options().interactive()) {
            RingTask shell = new RingTask(new RingTask.Work(won.id(), new byte[0], Duration.ZERO), listener, watchdog);
            shell.endByFault("Shells do not run behind a gateway");
            return shell;
        }
        RingTask.Work work = new RingTask.Work(
                won.id(),
                TaskParcel.encode(won.id(), won.task().trace(), request),
                request.timeLimit().orElseThrow());
        RingTask task = new RingTask(work, listener, watchdog);
        if (!offer(task)) {
            task.endByFault("The runner that waited for the task was lost");
        }
        return task;
    }

    private synchronized boolean offer(RingTask task) {
        boolean wanted = room() > 0;
        if (wanted) {
            claimed.add(task);
            notifyAll();
        }
        return wanted;
    }

    @Override
    public synchronized void joined(RunnerId runner, Runnable drop) {
        runners.joined(runner, drop);
        if (!runner.ours()) {
            LOG.warn("runner gets no tasks runner={} cause=\"it is of another program, or --plain\"", runner.name());
        }
    }

    /** Another program's would bring no image and no verdict, and each task would have to be run again. */
    @Override
    public boolean suit(RunnerId runner) {
        return runner.ours();
    }

    @Override
    public synchronized Offer<RingTask> next(RunnerId runner) {
        RingTask task = claimed.poll();
        while (task != null && !task.isGiven(() -> ended(runner))) {
            task = claimed.poll(); // its client left
        }
        if (task == null) {
            return new Offer.NoneYet<>();
        }
        runners.gets(task, runner);
        return new Offer.Given<>(task);
    }

    @Override
    public synchronized void await(Duration most) throws InterruptedException {
        if (claimed.isEmpty()) {
            wait(most.toMillis());
        }
    }

    @Override
    public synchronized void held(RunnerId runner) {
        runners.asks(runner);
        changed();
    }

    @Override
    public Offer<RingTask> released(RunnerId runner) {
        Offer<RingTask> last = release(runner);
        // It may have worked for nobody all the time that another of its workers waited.
        dropIfUseless(runner);
        return last;
    }

    private synchronized Offer<RingTask> release(RunnerId runner) {
        Offer<RingTask> last = room() <= 0 ? next(runner) : new Offer.NoneYet<>();
        runners.isAnswered(runner);
        changed();
        return last;
    }

    /** Before it is said that its tasks are lost: it must not be counted on when they come back to the fleet. */
    @Override
    public void left(RunnerId runner) {
        unwanted(runner).forEach(task -> task.endByFault("The runner that waited for the task was lost"));
    }

    private synchronized List<RingTask> unwanted(RunnerId runner) {
        runners.left(runner);
        List<RingTask> unwanted = new ArrayList<>();
        while (room() < 0) {
            unwanted.add(claimed.removeLast());
        }
        changed();
        return unwanted;
    }

    @Override
    public void finished(RingTask task, RunnerId runner, JobReport report) {
        Optional<TaskResult> result = report.result();
        result.flatMap(TaskResult::tools).ifPresent(shown -> noteTools(shown, runner));
        Object worker = bring(task, runner);
        watchdog.after(RETURN, () -> miss(worker, runner));
        result.ifPresentOrElse(task::end, () -> task.endByFault("The runner of the task brought no result of it"));
    }

    private synchronized void noteTools(String shown, RunnerId runner) {
        if (runners.showsItsToolsFirst(runner)) {
            tools = Optional.of(shown);
            fleet.toolsChanged();
        }
    }

    private synchronized Object bring(RingTask task, RunnerId runner) {
        Object worker = runners.brings(task, runner);
        changed();
        return worker;
    }

    private void miss(Object worker, RunnerId runner) {
        synchronized (this) {
            runners.isMissed(worker, runner);
            changed();
        }
        dropIfUseless(runner);
    }

    @Override
    public void lost(RingTask task, RunnerId runner, String why) {
        task.endByFault("The runner of the task was lost");
    }

    /** A task of this runner has ended, perhaps before the runner brought it. */
    private void ended(RunnerId runner) {
        synchronized (this) {
            changed();
        }
        dropIfUseless(runner);
    }

    private void dropIfUseless(RunnerId runner) {
        useless(runner).ifPresent(Runnable::run);
    }

    private synchronized Optional<Runnable> useless(RunnerId runner) {
        return runners.dropIfUseless(runner);
    }
}
