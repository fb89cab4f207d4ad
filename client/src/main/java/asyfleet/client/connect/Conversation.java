package asyfleet.client.connect;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.wire.Sha256;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One task, by the rules of {@code /asy}, seen from the client. Knows no network.
 *
 * <pre>
 * CONNECTING  connected              → ASKED (files, options and run are sent)
 * ASKED       connected anew         → ASKED (the same: the server had given up the connection before it heard of the task)
 * ASKED       missing, once          → ASKED (those files with contents, and run again)
 *             queue, output, result  → ASKED (the listener hears of it)
 *             complete, denied       → ENDED
 * CONNECTING  nobody answers         → ENDED (unreachable), after the last try
 * any         connection lost        → ENDED (lost)
 *             cancelled              → ENDED (cancelled)
 * </pre>
 *
 * <p>Owned by the client's thread: every method is called there.
 */
final class Conversation implements ServerMessage.Handler<Void> {

    private enum State {
        CONNECTING,
        ASKED,
        ENDED
    }

    /** The way to the server. */
    interface Link {

        void send(ClientMessage message);

        /** The task is over and the connection free for the next one, if the server keeps it. */
        void release();

        void close();
    }

    /** Images beyond this end the task: an outcome has to fit into memory. */
    static final long MOST_IMAGE_BYTES = 256L << 20;

    private final TaskSources sources;
    private final TaskOptions options;
    private final TaskObserver listener;
    private final RecentUploads uploads;
    private final CompletableFuture<TaskOutcome> outcome = new CompletableFuture<>();
    private final List<Image> images = new ArrayList<>();
    private long imageBytes;
    private State state = State.CONNECTING;
    private boolean secondChance;
    private boolean toldMore;
    private Link link;

    Conversation(TaskSources sources, TaskOptions options, TaskObserver listener, RecentUploads uploads) {
        this.sources = sources;
        this.options = options;
        this.listener = listener;
        this.uploads = uploads;
    }

    /** Completed exactly once, always with a value. */
    CompletableFuture<TaskOutcome> outcome() {
        return outcome;
    }

    void connected(Link opened) {
        if (state == State.ENDED) {
            opened.close();
            return;
        }
        link = opened;
        state = State.ASKED;
        sources.files().forEach(this::add);
        // Not equals: to send the usual options does no harm, and the JVM takes longer to make it for a record.
        if (options != TaskOptions.DEFAULT) {
            link.send(options.toMessage());
        }
        link.send(new ClientMessage.Run());
    }

    private void add(String name, byte[] contents) {
        boolean isMain = name.equals(sources.main());
        if (!RecentUploads.isWorthRestoring(contents)) {
            link.send(ClientMessage.Add.of(name, isMain, contents)); // without a hash the server does not keep it
            return;
        }
        String hash = Sha256.hex(contents);
        if (uploads.has(hash)) {
            link.send(ClientMessage.Add.restored(name, isMain, hash));
        } else {
            upload(name, hash);
        }
    }

    private void upload(String name, String hash) {
        byte[] contents = sources.files().get(name);
        link.send(new ClientMessage.Add(name, name.equals(sources.main()), hash, false, contents));
        uploads.uploaded(hash);
    }

    void received(ServerMessage message) {
        if (state == State.ASKED) {
            message.accept(this);
        }
    }

    @Override
    public Void on(ServerMessage.Missing missing) {
        boolean known =
                missing.files().stream().allMatch(file -> sources.files().containsKey(file.filename()));
        if (secondChance || !known) {
            lost("the server asked for files that it has or was never told of: " + missing.files());
            return null;
        }
        secondChance = true;
        for (ServerMessage.MissingFile file : missing.files()) {
            uploads.forget(file.hash());
            upload(file.filename(), Sha256.hex(sources.files().get(file.filename())));
        }
        link.send(new ClientMessage.Run());
        return null;
    }

    @Override
    public Void on(ServerMessage.Queue queue) {
        if (queue.passed() && !Boolean.TRUE.equals(queue.lost())) {
            listener.started();
        } else {
            listener.waiting(Optional.ofNullable(queue.estimateMillis()).map(Duration::ofMillis));
            if (!queue.absent().isEmpty()) {
                listener.lacking(queue.absent());
            }
        }
        return null;
    }

    @Override
    public Void on(ServerMessage.Result result) {
        imageBytes += result.contents().length;
        if (imageBytes > MOST_IMAGE_BYTES) {
            lost("images of " + imageBytes + " bytes; expected at most " + MOST_IMAGE_BYTES);
            return null;
        }
        Image image = new Image(result.format(), result.contents(), Optional.ofNullable(result.name()));
        images.add(image);
        listener.image(image);
        return null;
    }

    @Override
    public Void on(ServerMessage.Output output) {
        listener.output(output.stream(), output.contents());
        return null;
    }

    @Override
    public Void on(ServerMessage.Complete complete) {
        Optional<Duration> time = Optional.ofNullable(complete.timeMillis()).map(Duration::ofMillis);
        if (complete.success()) {
            endInOrder(new TaskOutcome.Rendered(images, time));
        } else {
            String error = Optional.ofNullable(complete.error()).orElse("Execution failed");
            Optional<Verdict> verdict = Optional.ofNullable(complete.verdict());
            Optional<String> trace = Optional.ofNullable(complete.trace());
            endInOrder(new TaskOutcome.Failed(error, verdict, images, time, trace));
        }
        return null;
    }

    @Override
    public Void on(ServerMessage.Denied denied) {
        endInOrder(new TaskOutcome.Denied(
                denied.error(), Optional.ofNullable(denied.code()), Optional.ofNullable(denied.trace())));
        return null;
    }

    /** Sends a message that only a running task understands; before and after the run it has no effect. */
    void tell(ClientMessage message) {
        toldMore = true;
        withLink(open -> open.send(message));
    }

    void cancel() {
        end(new TaskOutcome.Cancelled());
    }

    void unreachable(String reason) {
        end(new TaskOutcome.Unreachable(reason));
    }

    void lost(String reason) {
        end(new TaskOutcome.Lost(reason));
    }

    /** The server has said its last word. What was told to the task may have crossed it, and is not for the next task. */
    private void endInOrder(TaskOutcome last) {
        end(last, toldMore || options.interactive() ? Link::close : Link::release);
    }

    private void end(TaskOutcome last) {
        end(last, Link::close);
    }

    private void end(TaskOutcome last, Consumer<Link> leave) {
        if (state != State.ENDED) {
            withLink(leave);
            state = State.ENDED;
            outcome.complete(last);
        }
    }

    private void withLink(Consumer<Link> use) {
        if (state == State.ASKED) {
            use.accept(link);
        }
    }
}
