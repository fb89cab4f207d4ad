package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.logging.LogFields;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access to the files of one task. To open a file can take as long as the task likes, so the slot's thread never does
 * it: threads of the pool do, for one look after the other. One that does not come back is given up: the next task's
 * looks get another, and it ends when the kernel lets it go. A task can hold one thread in this way, not more.
 *
 * <p>Owned by the slot's thread.
 */
final class CellFiles {

    private static final Logger LOG = LoggerFactory.getLogger(CellFiles.class);

    private final SlotServices slot;
    private final Cell cell;
    private final StallWatch stalls;
    private final Optional<LogFields> names;
    private CompletableFuture<?> lastLook = CompletableFuture.completedFuture(null);

    /** @param names of the task, for the log */
    CellFiles(SlotServices slot, Cell cell, StallWatch stalls, Optional<LogFields> names) {
        this.slot = slot;
        this.cell = cell;
        this.stalls = stalls;
        this.names = names;
    }

    /** Whether a look is under way. */
    boolean isBusy() {
        return !lastLook.isDone();
    }

    /** Looks when the look before is over, on another thread. */
    <T> CompletableFuture<T> look(Supplier<T> look) {
        assert slot.thread().isCurrent();
        CompletableFuture<T> found =
                lastLook.handle((any, failure) -> null).thenApplyAsync(nothing -> look.get(), slot.pool());
        lastLook = found;
        return found;
    }

    /** Looks for the last time, and no longer than allowed. */
    <T> CompletableFuture<T> lastLook(Supplier<T> look, T otherwise) {
        return within(look(look), otherwise, "reader");
    }

    /** Ends the cell and removes it; completes in any case, when that is done or takes too long. */
    CompletableFuture<Void> close() {
        return within(CompletableFuture.runAsync(cell::close, slot.pool()), null, "removal");
    }

    private <T> CompletableFuture<T> within(CompletableFuture<T> work, T otherwise, String what) {
        CompletableFuture<T> result = work.exceptionally(failure -> {
            LOG.error("{} failed pid={} {}", what, cell.firstProcess(), names, failure);
            return otherwise;
        });
        limit(result, otherwise, what);
        return result;
    }

    private <T> void limit(CompletableFuture<T> result, T otherwise, String what) {
        Duration time = slot.giveUp().files();
        Future<?> limit = slot.thread().after(time, () -> {
            if (stalls.spoiled(time) && !result.isDone()) {
                limit(result, otherwise, what);
            } else if (result.complete(otherwise)) {
                LOG.warn("{} given up pid={} after={} {}", what, cell.firstProcess(), time, names);
            }
        });
        // Or the limit would keep what was found in memory until it would have been due.
        result.whenComplete((found, failure) -> limit.cancel(false));
    }
}
