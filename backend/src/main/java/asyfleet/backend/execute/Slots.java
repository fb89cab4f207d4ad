package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The slots of this process. Their threads are one per slot, and a pool for pipes that has as many as the running tasks
 * need: two to read, one more for a shell, one now and then to open a cell ahead.
 *
 * <p>Synchronized where the list is touched: who runs tasks and who closes may be different threads.
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

    private final ExecutorService pool = Executors.newCachedThreadPool(Slots::pipeThread);
    private final List<Slot> slots = new ArrayList<>();
    private final Count count;
    private final Sandbox sandbox;
    private final ExecutionLimits limits;
    private final LauncherFactory launchers;

    public Slots(Count count, Sandbox sandbox, ExecutionLimits limits, LauncherFactory launchers) {
        this.count = count;
        this.sandbox = sandbox;
        this.limits = limits;
        this.launchers = launchers;
        for (int i = 0; i < count.atStart(); i++) {
            addSlot();
        }
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
        Slot slot = new Slot(new SlotServices(
                new OwnerThread("slot-" + slots.size()),
                pool,
                launchers.create(sandbox, pool),
                limits,
                sandbox.limits()));
        slots.add(slot);
        return slot;
    }

    /** Those that were made so far. */
    public synchronized List<Slot> all() {
        return List.copyOf(slots);
    }

    /** Aborts what runs. The sandbox stays open: it belongs to who made it. */
    @Override
    public void close() {
        all().forEach(Slot::close);
        pool.shutdown();
    }

    private static Thread pipeThread(Runnable task) {
        Thread thread = new Thread(task, "pipe");
        thread.setDaemon(true);
        return thread;
    }
}
