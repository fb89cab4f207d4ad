package asyfleet.backend.execute;

import java.util.concurrent.atomic.AtomicReference;

/** A place to run one task at a time. */
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
     * @param listener called on the slot's thread, which it must not block
     * @throws IllegalStateException if the slot is not free
     */
    public Execution run(ExecutionRequest request, Execution.Listener listener) {
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
        services.thread().execute(services.launcher()::close);
        services.thread().close();
    }
}
