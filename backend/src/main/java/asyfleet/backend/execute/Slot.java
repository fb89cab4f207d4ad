package asyfleet.backend.execute;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A place to run one task at a time. */
public final class Slot {

    private static final Logger LOG = LoggerFactory.getLogger(Slot.class);

    private final SlotServices services;

    /** The task that holds the slot; atomic, because who runs a task and the slot's thread, which frees it, race. */
    private final AtomicReference<RunningTask> current = new AtomicReference<>();

    /** Completes when the slot has no files of the task before. Written by who frees the slot, read by who runs a task. */
    private volatile CompletableFuture<Void> cleared = CompletableFuture.completedFuture(null);

    private final ThreadCheck check;

    /** @param askedEvery the time from one call of {@link #isStuck} to the next */
    Slot(SlotServices services, Duration askedEvery) {
        this.services = services;
        this.check =
                new ThreadCheck(services.thread(), askedEvery, services.giveUp().thread(), System::nanoTime);
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
        services.thread().execute(() -> {
            awaitCleared();
            run.begin();
        });
        return run;
    }

    /** Here and not as one more step of its own, which what is asked of the new task meanwhile would overtake. */
    private void awaitCleared() {
        try {
            cleared.get(services.giveUp().files().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException stillThere) {
            // It goes on in the background.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void free(RunningTask run) {
        cleared = run.removed();
        current.compareAndSet(run, null);
    }

    public boolean isFree() {
        return current.get() == null;
    }

    /**
     * Asks the slot's thread for a sign of life, and tells whether it has given none for longer than allowed. Called
     * again and again, by one thread at a time.
     */
    boolean isStuck() {
        return check.isStuck();
    }

    /** Aborts what runs. Completes when it is gone. */
    CompletableFuture<Void> abort() {
        RunningTask running = current.get();
        if (running == null) {
            return CompletableFuture.completedFuture(null);
        }
        running.abort();
        return running.told();
    }

    /** Ends what is kept ready. Does not wait: what still runs is given up. */
    void close() {
        if (!isFree()) {
            giveUp();
        } else {
            end();
        }
    }

    /** Ends in place of the slot's thread, which does not answer. */
    void giveUp() {
        LOG.error("slot given up: its thread does not answer");
        services.giveUp().count().increment();
        Optional.ofNullable(current.get()).ifPresent(RunningTask::abandon);
        end();
    }

    private void end() {
        // A thread that is stuck does it when it comes back.
        services.thread().execute(services.launcher()::close);
        services.thread().close();
    }
}
