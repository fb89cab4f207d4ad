package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Sandbox;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The slots of this process. Their threads are one per slot, and a pool for pipes that has as many as the running tasks
 * need: two to read, one more for a shell, one now and then to open a cell ahead.
 */
public final class Slots implements AutoCloseable {

    /** Makes the launcher of a slot. */
    public interface LauncherFactory {
        Launcher create(Sandbox sandbox, Executor background);
    }

    private final List<Slot> slots;
    private final ExecutorService pool;

    private Slots(List<Slot> slots, ExecutorService pool) {
        this.slots = slots;
        this.pool = pool;
    }

    public static Slots create(int count, Sandbox sandbox, ExecutionLimits limits, LauncherFactory launchers) {
        ExecutorService pool = Executors.newCachedThreadPool(daemons("pipe"));
        List<Slot> slots = IntStream.range(0, count)
                .mapToObj(index -> new Slot(new SlotServices(
                        slotThread(index), pool, launchers.create(sandbox, pool), limits, sandbox.limits())))
                .toList();
        return new Slots(slots, pool);
    }

    public List<Slot> all() {
        return slots;
    }

    /** Aborts what runs. The sandbox stays open: it belongs to who made it. */
    @Override
    public void close() {
        slots.forEach(Slot::close);
        pool.shutdown();
    }

    private static ScheduledThreadPoolExecutor slotThread(int index) {
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, daemons("slot-" + index));
        // Or each task would leave its cancelled deadline in the queue until it would have been due.
        thread.setRemoveOnCancelPolicy(true);
        // What is asked of an execution after the slot was closed has no effect.
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
