package asyfleet.queueserver.render;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.task.TaskListener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** The listener that gathers what a task says until it ends. Confined to the task's owner. */
public final class RenderWait implements TaskListener, ServerMessage.Handler<Void> {

    /** Backends bound a program's output; this bounds what a broken one could send. */
    private static final int MOST_OUTPUT_BYTES = 1 << 20;

    private final LongSupplier nanoClock;
    private final long began;
    private final CompletableFuture<RenderOutcome> outcome = new CompletableFuture<>();
    private final List<ServerMessage.Result> images = new ArrayList<>();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private boolean started;
    private long queuedMillis;

    public RenderWait(LongSupplier nanoClock) {
        this(nanoClock, Duration.ZERO);
    }

    /** @param waited how long the client has waited already, for a task that another queue server took */
    public RenderWait(LongSupplier nanoClock, Duration waited) {
        this.nanoClock = nanoClock;
        this.began = nanoClock.getAsLong() - waited.toNanos();
    }

    public CompletableFuture<RenderOutcome> outcome() {
        return outcome;
    }

    @Override
    public void on(ServerMessage message) {
        message.accept(this);
    }

    @Override
    public Void on(ServerMessage.Missing missing) {
        throw new IllegalStateException("a task never says that files are missing");
    }

    @Override
    public Void on(ServerMessage.Queue queue) {
        if (queue.passed()) {
            started = true;
            queuedMillis = sinceBegin();
        }
        return null;
    }

    @Override
    public Void on(ServerMessage.Result result) {
        images.add(result);
        return null;
    }

    @Override
    public Void on(ServerMessage.Output part) {
        int room = Math.max(0, MOST_OUTPUT_BYTES - output.size() - errors.size());
        ByteArrayOutputStream stream =
                switch (part.stream()) {
                    case STDOUT -> output;
                    case STDERR -> errors;
                };
        stream.write(part.contents(), 0, Math.min(room, part.contents().length));
        return null;
    }

    @Override
    public Void on(ServerMessage.Complete complete) {
        return end(complete);
    }

    @Override
    public Void on(ServerMessage.Denied denied) {
        return end(denied);
    }

    private Void end(ServerMessage.Last end) {
        Printed printed = new Printed(output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        long totalMillis = sinceBegin();
        outcome.complete(new RenderOutcome(
                List.copyOf(images), printed, end, started ? queuedMillis : totalMillis, totalMillis));
        return null;
    }

    private long sinceBegin() {
        return (nanoClock.getAsLong() - began) / 1_000_000;
    }
}
