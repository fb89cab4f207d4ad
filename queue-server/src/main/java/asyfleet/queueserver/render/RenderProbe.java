package asyfleet.queueserver.render;

import asyfleet.net.operations.Readiness;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The check of {@code /readyz?deep=1}: renders a small figure through the whole fleet. However many ask, there is one figure
 * at a time, and its outcome serves for a while. The figure is nobody's: it counts for no caller, and no kept result will do.
 *
 * <p>Asked by event loops: hence synchronized, and nothing in it waits.
 */
public final class RenderProbe implements Readiness.Check {

    /** A fleet in which a circle takes longer is no help to those who wait for it. */
    static final Duration DEADLINE = Duration.ofSeconds(10);

    static final Duration REUSED = Duration.ofSeconds(5);

    private static final String MAIN = "readyz.asy";
    private static final TaskRequest FIGURE = new TaskRequest(
            Map.of(MAIN, "draw(unitcircle);".getBytes(StandardCharsets.UTF_8)),
            MAIN,
            TaskOptions.DEFAULT,
            Door.WEBSOCKET.priority());

    private final TaskLauncher launcher;
    private final Supplier<Owner> owners;
    private final LongSupplier nanoClock;

    /** Null until somebody asks. */
    private CompletableFuture<Void> latest;

    /** When the latest figure had its outcome. */
    private long endedNanos;

    public RenderProbe(TaskLauncher launcher, Supplier<Owner> owners, LongSupplier nanoClock) {
        this.launcher = launcher;
        this.owners = owners;
        this.nanoClock = nanoClock;
    }

    @Override
    public synchronized CompletionStage<?> ask() {
        boolean old = latest != null && latest.isDone() && nanoClock.getAsLong() - endedNanos >= REUSED.toNanos();
        if (latest == null || old) {
            latest = new CompletableFuture<>();
            begin(latest);
        }
        return latest;
    }

    private void begin(CompletableFuture<Void> probe) {
        Owner owner = owners.get();
        RenderWait wait = new RenderWait(nanoClock);
        ClientTask task = new ClientTask(FIGURE, TaskTerms.ofServer("readyz"), owner);
        wait.outcome().thenAccept(outcome -> end(probe, wrong(outcome)));
        owner.execute(() -> {
            try {
                TaskHandle handle = launcher.launch(task, wait);
                owner.after(DEADLINE, () -> {
                    if (!probe.isDone()) {
                        handle.abort();
                        end(probe, "no picture within " + DEADLINE.toMillis() + " ms");
                    }
                });
            } catch (RuntimeException e) { // else nobody would ever ask again
                end(probe, "the figure cannot be sent: " + e.getMessage());
            }
        });
    }

    /** Null if there is a picture. */
    private static String wrong(RenderOutcome outcome) {
        if (!outcome.end().success()) {
            return outcome.end().error();
        }
        return outcome.images().isEmpty() ? "the figure has no picture" : null;
    }

    private void end(CompletableFuture<Void> probe, String wrong) {
        synchronized (this) {
            endedNanos = nanoClock.getAsLong();
        }
        if (wrong == null) {
            probe.complete(null);
        } else {
            probe.completeExceptionally(new IllegalStateException(wrong));
        }
    }
}
