package asyfleet.backend.execute;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that owns objects: what changes them is passed to it and done one after the other. Each slot has one for the
 * task that it runs; a process has one more for all its slots and tasks, on which nothing blocks or takes long.
 *
 * <p>Its queue holds what an execution, its client and Redis have to say: a few entries for each slot. After
 * {@link #close} what comes is dropped; nothing is left to decide then.
 */
public final class OwnerThread implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerThread.class);

    private final ScheduledThreadPoolExecutor executor;
    private volatile Thread thread; // written by whoever brings the first task, read by asserts of any thread

    public OwnerThread(String name) {
        executor = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        // Or each task would leave its cancelled deadline in the queue until it would have been due.
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(guarded(task));
    }

    public Future<?> after(Duration delay, Runnable task) {
        return executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** From one end of a run to the start of the next: a late one does not make the next ones hurry. */
    public Future<?> every(Duration period, Runnable task) {
        return executor.scheduleWithFixedDelay(
                guarded(task), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Brings an answer here; exactly one of the two arguments is null. */
    public <T> void when(CompletionStage<T> answer, BiConsumer<T, Throwable> then) {
        answer.whenComplete((value, failure) -> execute(() -> then.accept(value, failure)));
    }

    /** For the asserts of what this thread owns. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    // One broken decision must not stop the others, and a periodic task that throws would never run again.
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) { // errors too: the executor would keep them to itself
                LOG.error("decision failed", e);
            }
        };
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
