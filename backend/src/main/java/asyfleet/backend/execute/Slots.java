package asyfleet.backend.execute;

import asyfleet.backend.explain.Explainer;
import asyfleet.backend.explain.Installed;
import asyfleet.backend.sandbox.Sandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The slots of this process. Their threads are one per slot, and a pool that has as many as the running tasks need: two to
 * read pipes, one more for a shell, one for files, one now and then to open a cell ahead. A slot whose own thread does not
 * answer is given up, and another takes its place: one more thread looks for that.
 *
 * <p>Synchronized where the list is touched: who runs tasks, who replaces slots and who closes are different threads.
 */
public final class Slots implements AutoCloseable {

    /** Makes the launcher of a slot. */
    public interface LauncherFactory {
        Launcher create(Sandbox sandbox, Executor background);
    }

    /**
     * The number of slots.
     *
     * @param atStart made at once
     * @param most made at all; the others are made when all are busy
     */
    public record Count(int atStart, int most) {

        public static Count of(int exactly) {
            return new Count(exactly, exactly);
        }
    }

    private static final Duration WATCH_EVERY = Duration.ofSeconds(1);

    /** How much longer closing waits for tasks to be gone than each slot does. */
    private static final Duration CLOSE_MARGIN = Duration.ofSeconds(2);

    private final ExecutorService pool = Executors.newCachedThreadPool(Slots::poolThread);
    private final OwnerThread watch = new OwnerThread("slot-watch");
    private final List<Slot> slots = new ArrayList<>();
    private final Count count;
    private final Sandbox sandbox;
    private final ExecutionLimits limits;
    private final LauncherFactory launchers;
    private final Explainer explainer;
    private final GiveUp giveUp;

    /** Slots for tasks that import what comes with Asymptote. */
    public Slots(Count count, Sandbox sandbox, ExecutionLimits limits, LauncherFactory launchers) {
        this(count, sandbox, limits, launchers, Installed.explainer(List.of()));
    }

    public Slots(Count count, Sandbox sandbox, ExecutionLimits limits, LauncherFactory launchers, Explainer explainer) {
        this(count, sandbox, limits, launchers, explainer, GiveUp.usual());
    }

    Slots(
            Count count,
            Sandbox sandbox,
            ExecutionLimits limits,
            LauncherFactory launchers,
            Explainer explainer,
            GiveUp giveUp) {
        this.count = count;
        this.sandbox = sandbox;
        this.limits = limits;
        this.launchers = launchers;
        this.explainer = explainer;
        this.giveUp = giveUp;
        for (int i = 0; i < count.atStart(); i++) {
            addSlot();
        }
        watch.every(WATCH_EVERY, this::replaceStuck);
    }

    /**
     * Runs a task on a free slot, as {@link Slot#run} does; empty if none is free. May be called from any thread.
     */
    public synchronized Optional<Execution> run(ExecutionRequest request, Execution.Listener listener) {
        return free().map(slot -> slot.run(request, listener));
    }

    private Optional<Slot> free() {
        Optional<Slot> free = slots.stream().filter(Slot::isFree).findFirst();
        return free.isPresent() || slots.size() >= count.most() ? free : Optional.of(addSlot());
    }

    private Slot addSlot() {
        Slot slot = newSlot(slots.size());
        slots.add(slot);
        return slot;
    }

    private Slot newSlot(int number) {
        SlotServices services = new SlotServices(
                new OwnerThread("slot-" + number),
                pool,
                launchers.create(sandbox, pool),
                limits,
                sandbox.limits(),
                giveUp,
                explainer);
        return new Slot(services, WATCH_EVERY);
    }

    /** Replaced first: who hears that the task is over may run the next one at once. */
    private void replaceStuck() {
        List<Slot> stuck = all().stream().filter(Slot::isStuck).toList();
        stuck.forEach(this::replace);
        stuck.forEach(Slot::giveUp);
    }

    private synchronized void replace(Slot slot) {
        int number = slots.indexOf(slot);
        slots.set(number, newSlot(number));
    }

    /** How often a slot had to go on without its cell or its thread, which did not end. Any thread. */
    public long givenUp() {
        return giveUp.count().sum();
    }

    /** Those that were made so far. */
    public synchronized List<Slot> all() {
        return List.copyOf(slots);
    }

    /** Aborts what runs, and gives up what does not end. The sandbox stays open: it belongs to who made it. */
    @Override
    public void close() {
        watch.close();
        Duration limit = giveUp.gone().plus(CLOSE_MARGIN);
        CompletableFuture<?>[] aborted = all().stream().map(Slot::abort).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(aborted)
                .completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        all().forEach(Slot::close);
        pool.shutdown();
    }

    private static Thread poolThread(Runnable task) {
        Thread thread = new Thread(task, "slot-pool");
        thread.setDaemon(true);
        return thread;
    }
}
