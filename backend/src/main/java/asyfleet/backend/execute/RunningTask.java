package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.shell.Shell;
import asyfleet.backend.shell.ShellInput;
import asyfleet.backend.shell.ShellPictures;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.verdict.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task on its slot, from launch to {@code complete}. Owned by the slot's thread; the methods of {@link Execution}
 * only post to it.
 *
 * <ul>
 *   <li>new → running: {@link #begin} got a cell
 *   <li>new → over: it got none
 *   <li>running → ending: a limit or {@link #abort} killed the cell; the first reason is kept
 *   <li>running, ending → over: no process is left and both pipes are read to their end
 * </ul>
 */
final class RunningTask implements Execution {

    private static final Logger log = LoggerFactory.getLogger(RunningTask.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /** How long pipes may stay open when the cell is gone. Only without a sandbox can anybody hold them then. */
    private static final Duration PIPES_LIMIT = Duration.ofMillis(500);

    private final ExecutionRequest request;
    private final SlotServices slot;
    private final Listener listener;
    private final Consumer<RunningTask> freeSlot;
    private final TaskOutput output;
    private final CompletableFuture<Void> told = new CompletableFuture<>();
    private final long startNanos = System.nanoTime();

    private Cell cell;
    private Optional<Shell> shell = Optional.empty();
    private Optional<Duration> timeLimit;
    private Optional<Ending> forced = Optional.empty();
    private Future<?> deadline = CompletableFuture.completedFuture(null);
    private Future<?> looks = CompletableFuture.completedFuture(null);
    private boolean aborted;
    private boolean over;

    /** @param freeSlot runs before {@code complete} is sent, so that who hears that may run the next task at once */
    RunningTask(ExecutionRequest request, SlotServices slot, Listener listener, Consumer<RunningTask> freeSlot) {
        this.request = request;
        this.slot = slot;
        this.listener = listener;
        this.freeSlot = freeSlot;
        this.timeLimit = request.timeLimit();
        this.output = new TaskOutput(slot, request.files().keySet(), this::send);
    }

    void begin() {
        try {
            cell = slot.launcher().launch(request);
        } catch (IOException | RuntimeException e) {
            log.error("launch failed", e);
            becomeOver(Ending.sandboxFault(), List.of(), sinceStart());
            return;
        }
        output.read(cell, this::onOutputLimit, this::finishIfGone);
        cell.exit().whenComplete((code, failure) -> slot.thread().execute(this::onGone));
        if (request.options().interactive()) {
            beginShell();
        } else {
            closeInput(cell);
        }
        setDeadline();
        looks = slot.thread().every(LOOK_EVERY, this::look);
    }

    private void beginShell() {
        ShellPictures pictures = new ShellPictures(
                cell.directory(),
                AsyCommand.PICTURE,
                ImageEnd::isComplete,
                slot.limits().resultBytes());
        Shell started = new Shell(cell.input(), pictures, slot.limits().idle());
        slot.pool().execute(started.writer());
        request.main().ifPresent(started::include);
        shell = Optional.of(started);
    }

    private static void closeInput(Cell cell) {
        try {
            cell.input().close();
        } catch (IOException dead) {
            // Then it ended before it read what it had.
        }
    }

    @Override
    public void shorten(Duration limit) {
        slot.thread().execute(() -> {
            if (timeLimit.isEmpty() || limit.compareTo(timeLimit.get()) < 0) {
                timeLimit = Optional.of(limit);
                setDeadline();
            }
        });
    }

    @Override
    public void input(byte[] bytes) {
        slot.thread().execute(() -> shell.flatMap(one -> one.input(bytes))
                .map(waiting -> Ending.inputLimit(ShellInput.MAX_WAITING_BYTES, waiting))
                .ifPresent(this::end));
    }

    @Override
    public void abort() {
        slot.thread().execute(() -> {
            aborted = true;
            end(Ending.aborted());
        });
    }

    /** Not for the slot's own thread. */
    void abortAndWait() {
        abort();
        told.join();
    }

    private void setDeadline() {
        if (timeLimit.isPresent() && !over) {
            deadline.cancel(false);
            deadline = slot.thread().after(timeLimit.get().minus(sinceStart()), this::onDeadline);
        }
    }

    private void onDeadline() {
        end(Ending.timeLimit(timeLimit.orElseThrow(), sinceStart(), Stages.of(cell.usage())));
    }

    private void onOutputLimit(long written) {
        end(Ending.outputLimit(slot.limits().outputBytes(), written, Stages.of(cell.usage())));
    }

    /** Looks at what no event tells. */
    private void look() {
        if (forced.isPresent()) {
            return;
        }
        Excess.of(cell.usage(), slot.cellLimits()).ifPresent(this::end);
        shell.flatMap(Shell::tooLongIdle)
                .map(idle -> Ending.idleLimit(slot.limits().idle(), idle))
                .ifPresent(this::end);
        sendChangedPicture();
    }

    private void end(Ending reason) {
        if (!over && forced.isEmpty()) {
            forced = Optional.of(reason);
            cell.end();
        }
    }

    private void onGone() {
        finishIfGone();
        if (!over) {
            slot.thread().after(PIPES_LIMIT, this::finish);
        }
    }

    private void finishIfGone() {
        if (cell.exit().isDone() && output.hasEnded()) {
            finish();
        }
    }

    private void finish() {
        if (over) {
            return;
        }
        Duration time = sinceStart();
        shell.ifPresent(Shell::stop);
        sendChangedPicture();
        Images.Found found = pictures();
        Ending ending =
                forced.or(this::killedForMemory).or(() -> tooLarge(found)).orElseGet(() -> byItself(found));
        cell.close();
        becomeOver(ending, found.results(), time);
    }

    /** A shell's pictures were sent as they changed. */
    private Images.Found pictures() {
        if (shell.isPresent() || aborted) {
            return new Images.Found(List.of(), Optional.empty());
        }
        try {
            return new Images(
                            cell.directory(),
                            request.files().keySet(),
                            slot.cellLimits().files())
                    .collect(request.options().format(), slot.limits().resultBytes());
        } catch (IOException | RuntimeException e) {
            log.error("pictures cannot be read", e);
            forced = forced.or(() -> Optional.of(Ending.sandboxFault()));
            return new Images.Found(List.of(), Optional.empty());
        }
    }

    /** By the kernel, between two looks. */
    private Optional<Ending> killedForMemory() {
        OptionalLong bytes = cell.fatalBytes();
        return bytes.isEmpty()
                ? Optional.empty()
                : Optional.of(Ending.memoryLimit(
                        slot.cellLimits().memoryBytes(), bytes.getAsLong(), Stages.of(output.scan())));
    }

    private Optional<Ending> tooLarge(Images.Found found) {
        return found.tooLarge().map(bytes -> Ending.outputLimit(slot.limits().resultBytes(), bytes, Stage.ASYMPTOTE));
    }

    private Ending byItself(Images.Found found) {
        Ending.Facts facts = new Ending.Facts(
                cell.exit().join(),
                found.results().size(),
                cell.directory().isFull(),
                shell.isPresent(),
                slot.cellLimits().diskBytes());
        return Ending.byItself(facts, output.scan());
    }

    private void becomeOver(Ending ending, List<Result> results, Duration time) {
        over = true;
        deadline.cancel(false);
        looks.cancel(false);
        output.flush();
        results.forEach(this::send);
        freeSlot.accept(this);
        tell(() -> listener.ended(ending.complete(time)));
        told.complete(null);
    }

    private void sendChangedPicture() {
        try {
            if (shell.isPresent()) {
                shell.get().changedPicture().ifPresent(this::sendAfterOutput);
            }
        } catch (IOException e) {
            log.error("picture cannot be read", e);
        }
    }

    private void sendAfterOutput(Result result) {
        output.flush();
        send(result);
    }

    private void send(ServerMessage message) {
        if (!aborted) {
            tell(() -> listener.said(message));
        }
    }

    private static void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            // A mistake of the listener's must not keep the slot from becoming free.
            log.error("listener failed", e);
        }
    }

    private Duration sinceStart() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
