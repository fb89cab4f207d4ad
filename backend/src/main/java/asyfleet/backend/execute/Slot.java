package asyfleet.backend.execute;

import asyfleet.protocol.task.ServerMessage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Runs one task at a time. */
public final class Slot {

    private final SlotServices services;

    /** The task that holds the slot; atomic, because who runs a task and the slot's thread, which frees it, race. */
    private final AtomicReference<RunningTask> current = new AtomicReference<>();

    Slot(SlotServices services) {
        this.services = services;
    }

    /**
     * Starts a task.
     *
     * @param listener gets {@code output}, {@code result} and at last {@code complete}, on the slot's thread, which it must
     *     not block. When it gets {@code complete}, the slot is free again
     * @throws IllegalStateException if the slot is not free
     */
    public Execution run(ExecutionRequest request, Consumer<ServerMessage> listener) {
        RunningTask run = new RunningTask(request, services, listener, this::free);
        if (!current.compareAndSet(null, run)) {
            throw new IllegalStateException("the slot runs a task, expected a free one");
        }
        services.thread().execute(run::begin);
        return run;
    }

    private void free(RunningTask run) {
        current.compareAndSet(run, null);
    }

    public boolean isFree() {
        return current.get() == null;
    }

    /** Aborts what runs, waits until it is gone, and ends what is kept ready. */
    void close() {
        RunningTask running = current.get();
        if (running != null) {
            running.abortAndWait();
        }
        ScheduledExecutorService thread = services.thread();
        thread.execute(services.launcher()::close);
        thread.shutdown();
    }
}
