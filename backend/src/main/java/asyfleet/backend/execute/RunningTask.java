package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Usage;
import asyfleet.backend.shell.Shell;
import asyfleet.backend.shell.ShellInput;
import asyfleet.backend.shell.ShellPictures;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task on its slot, from launch to {@code complete}. Owned by the slot's thread; the methods of {@link Execution}
 * only post to it, and {@link #abandon} takes its place. That thread waits for nothing that a task has a hand in: files are
 * read by others ({@link CellFiles}).
 *
 * <ul>
 *   <li>new → running: {@link #begin} got a cell
 *   <li>new → over: it got none
 *   <li>running → ending: a limit or {@link #abort} killed the cell; the first reason is kept
 *   <li>running, ending → finishing: no process is left and both pipes are read to their end
 *   <li>ending → over: some process is still there long after it was killed
 *   <li>finishing → over: the files are read, or that takes too long; the cell is removed meanwhile, see {@link #removed}
 *   <li>any → abandoned: the slot's thread does not answer; somebody else has told the end
 * </ul>
 */
final class RunningTask implements Execution {

    private static final Logger LOG = LoggerFactory.getLogger(RunningTask.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /** After which a task gives way to others. Nearly all figures are done by then. */
    private static final Duration LONG = Duration.ofSeconds(1);

    /** How long pipes may stay open when the cell is gone. Only without a sandbox can anybody hold them then. */
    private static final Duration PIPES_LIMIT = Duration.ofMillis(500);

    private final ExecutionRequest request;
    private final SlotServices slot;
    private final Listener listener;
    private final Consumer<RunningTask> freeSlot;
    private final TaskOutput output;
    private final CompletableFuture<Void> told = new CompletableFuture<>();
    private final CompletableFuture<Void> removed = new CompletableFuture<>();
    private final long startNanos = System.nanoTime();

    /** Whoever sets it tells the end: the slot's thread, or who abandons that. */
    private final AtomicBoolean ended = new AtomicBoolean();

    private StallWatch stalls;
    private Duration launchTime = Duration.ZERO; // in which the program could do nothing yet
    private volatile Cell cell; // read by who abandons the slot's thread
    private CellFiles files;
    private Optional<Shell> shell = Optional.empty();
    private Optional<Duration> timeLimit;
    private Optional<Ending> forced = Optional.empty();
    /** For the task, and when that is to end, for its processes to be gone. */
    private Future<?> deadline = CompletableFuture.completedFuture(null);

    private Future<?> looks = CompletableFuture.completedFuture(null);
    private boolean gaveWay;
    private boolean aborted;
    private boolean finishing; // stays set when it is over

    /** @param freeSlot runs before {@code complete} is sent, so that who hears that may run the next task at once */
    RunningTask(ExecutionRequest request, SlotServices slot, Listener listener, Consumer<RunningTask> freeSlot) {
        this.request = request.withoutWrapper();
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
            LOG.error("launch failed {}", listener.names(), e);
            finishing = true;
            removed.complete(null);
            becomeOver(Ending.sandboxFault(), List.of(), sinceStart());
            return;
        }
        if (ended.get()) {
            finishing = true;
            cell.close();
            return;
        }
        launchTime = sinceStart();
        follow(Stage.ASYMPTOTE);
        stalls = new StallWatch(LOOK_EVERY, System::nanoTime);
        files = new CellFiles(slot, cell, stalls, listener.names());
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
                PictureFile::picture,
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

    /** Completes when the listener has heard of the end. */
    CompletableFuture<Void> told() {
        return told;
    }

    /**
     * Completes when the cell of a task that is over has been removed, or that takes too long. Nobody waits for it but the
     * slot's next task, so that a slot never has the files of more than two.
     */
    CompletableFuture<Void> removed() {
        return removed;
    }

    /** Tells the end in place of the slot's thread, which does not answer, and ends what there is. Any thread. */
    void abandon() {
        tellEnd(Ending.sandboxFault().complete(sinceStart()));
        // After the end was told: a launch that succeeds from now on closes its cell itself.
        Cell left = cell;
        if (left != null) {
            left.end();
            slot.pool().execute(left::close);
        }
    }

    private void setDeadline() {
        if (timeLimit.isPresent() && forced.isEmpty() && !finishing) {
            deadline.cancel(false);
            deadline = slot.thread().after(timeLimit.get().plus(launchTime).minus(sinceStart()), this::onDeadline);
        }
    }

    private void onDeadline() {
        if (hasExited()) {
            // Within its time, and we are late to hear of it.
            deadline = slot.thread().after(slot.giveUp().gone(), this::onTimeLimit);
        } else {
            onTimeLimit();
        }
    }

    private boolean hasExited() {
        try {
            return cell.usage().isOver();
        } catch (RuntimeException e) {
            return false; // stage() says why in the log
        }
    }

    private void onTimeLimit() {
        Optional<Duration> stall = stalls.longest();
        stall.ifPresent(time -> LOG.warn(
                "stalled pid={} for={}; the task is handed back {}", cell.firstProcess(), time, listener.names()));
        end(stall.map(Ending::stalled)
                .orElseGet(() -> Ending.timeLimit(timeLimit.orElseThrow(), sinceStart(), stage())));
    }

    private void onOutputLimit(long written) {
        end(Ending.outputLimit(slot.limits().outputBytes(), written, stage()));
    }

    private Stage stage() {
        try {
            return Stages.of(cell.usage());
        } catch (RuntimeException e) {
            // Whatever is wrong with the processes is no reason not to end them.
            LOG.warn("stage unknown pid={} {}", cell.firstProcess(), listener.names(), e);
            return Stage.ASYMPTOTE;
        }
    }

    /** Looks at what no event tells. */
    private void look() {
        stalls.look().ifPresent(stall -> shell.ifPresent(one -> one.forgive(stall)));
        if (forced.isPresent() || finishing) {
            return;
        }
        Usage usage = cell.usage();
        Excess.of(usage, slot.cellLimits()).ifPresent(this::end);
        giveWayIfLong();
        if (listener.followsStages()) {
            follow(Stages.of(usage));
        }
        shell.flatMap(Shell::tooLongIdle)
                .map(idle -> Ending.idleLimit(slot.limits().idle(), idle))
                .ifPresent(this::end);
        shell.filter(one -> !files.isBusy())
                .ifPresent(one -> slot.thread().when(files.look(one::changedPicture), this::onPicture));
    }

    private void giveWayIfLong() {
        if (!gaveWay && sinceStart().compareTo(LONG) >= 0) {
            gaveWay = true;
            slot.pool().execute(cell::giveWay);
        }
    }

    private void onPicture(Optional<Result> changed, Throwable failure) {
        if (failure != null) {
            LOG.error("picture cannot be read {}", listener.names(), failure);
        } else if (changed.isPresent()) {
            output.flush();
            send(changed.get());
        }
    }

    private void end(Ending reason) {
        if (!finishing && forced.isEmpty()) {
            forced = Optional.of(reason);
            cell.end();
            deadline.cancel(false);
            deadline = slot.thread().after(slot.giveUp().gone(), this::giveUpCell);
        }
    }

    private void giveUpCell() {
        if (stalls.spoiled(slot.giveUp().gone())) {
            deadline = slot.thread().after(slot.giveUp().gone(), this::giveUpCell);
        } else if (!finishing && !cell.exit().isDone()) {
            finishing = true;
            LOG.error(
                    "cell given up pid={} after={} {}",
                    cell.firstProcess(),
                    slot.giveUp().gone(),
                    listener.names());
            slot.giveUp().count().increment();
            shell.ifPresent(Shell::stop);
            files.close();
            removed.complete(null);
            becomeOver(forced.orElseThrow(), List.of(), sinceStart());
        }
    }

    private void onGone() {
        finishIfGone();
        if (!finishing) {
            slot.thread().after(PIPES_LIMIT, this::finishWithoutPipes);
        }
    }

    private void finishWithoutPipes() {
        if (stalls.spoiled(PIPES_LIMIT)) {
            slot.thread().after(PIPES_LIMIT, this::finishWithoutPipes);
        } else {
            finish();
        }
    }

    private void finishIfGone() {
        if (cell.exit().isDone() && output.hasEnded()) {
            finish();
        }
    }

    private void finish() {
        if (finishing) {
            return;
        }
        finishing = true;
        deadline.cancel(false);
        Duration time = sinceStart();
        shell.ifPresent(Shell::stop);
        CompletableFuture<Leftovers> left = aborted
                ? CompletableFuture.completedFuture(Leftovers.NONE)
                : files.lastLook(this::tryToCollect, Leftovers.NONE);
        slot.thread().when(left, (found, failure) -> close(found, time));
    }

    /** On a thread of the pool. */
    private Leftovers tryToCollect() {
        try {
            return collect();
        } catch (Exception e) {
            // No fault of the task: what it made unreadable counts as absent.
            LOG.error(
                    "pictures cannot be read pid={} reason={} {}", cell.firstProcess(), e.toString(), listener.names());
            return Leftovers.UNREAD;
        }
    }

    private Leftovers collect() {
        // A shell's pictures were sent as they changed, but for the last.
        Images.Found pictures = shell.map(one -> Images.Found.of(one.changedPicture()))
                .orElseGet(() -> new Images(
                                cell.directory(),
                                request.files().keySet(),
                                slot.cellLimits().files())
                        .collect(request.options().format(), slot.limits().resultBytes()));
        return new Leftovers(
                pictures, cell.exit().join() != 0 && cell.directory().isFull(), false);
    }

    /** No process of the cell is left: the answer need not wait until the rest is removed. */
    private void close(Leftovers found, Duration time) {
        Ending ending = forced.or(this::killedForMemory)
                .or(() -> tooLarge(found.pictures()))
                .or(() -> found.unread() ? Optional.of(Ending.sandboxFault()) : Optional.empty())
                .orElseGet(() -> byItself(found));
        files.close().whenComplete((closed, failure) -> removed.complete(null));
        becomeOver(ending, found.pictures().results(), time);
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
        return found.tooLarge().map(bytes -> Ending.resultLimit(slot.limits().resultBytes(), bytes));
    }

    private Ending byItself(Leftovers found) {
        Ending.Facts facts = new Ending.Facts(
                cell.exit().join(),
                found.pictures().results().size(),
                found.diskFull(),
                shell.isPresent(),
                slot.cellLimits().diskBytes());
        return Ending.byItself(facts, output.scan());
    }

    private void becomeOver(Ending ending, List<Result> results, Duration time) {
        deadline.cancel(false);
        looks.cancel(false);
        output.flush();
        results.forEach(this::send);
        Ending explained = ending.explained(this::explain);
        freeSlot.accept(this);
        tellEnd(explained.complete(time));
    }

    private Verdict explain(Verdict verdict) {
        try {
            return slot.explainer().explain(verdict, output.scan(), request.files(), request.main());
        } catch (RuntimeException e) {
            // A mistake in a rule costs the words, not the end.
            LOG.error("no details code={} {}", verdict.code(), listener.names(), e);
            return verdict;
        }
    }

    private void tellEnd(Complete complete) {
        if (ended.compareAndSet(false, true)) {
            tell(() -> listener.ended(complete));
            told.complete(null);
        }
    }

    private void follow(Stage stage) {
        tell(() -> listener.at(stage));
    }

    private void send(ServerMessage message) {
        if (!aborted && !ended.get()) {
            tell(() -> listener.said(message));
        }
    }

    private void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            // A mistake of the listener's must not keep the slot from becoming free.
            LOG.error("listener failed {}", listener.names(), e);
        }
    }

    private Duration sinceStart() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
