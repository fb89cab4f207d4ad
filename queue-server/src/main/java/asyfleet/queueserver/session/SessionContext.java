package asyfleet.queueserver.session;

import asyfleet.net.http.Request;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.codec.TaskCodec;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskTerms;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The parts of a queue server that all its sessions share.
 *
 * @param files those of the shard that the tasks of a caller go to
 */
public record SessionContext(Gate gate, TaskEntry entry, Function<Caller, FileCache> files, Rules rules) {

    /** The name by which a client asks to use its connection for more than one task. */
    private static final String KEEP = "asy.keep";

    /**
     * The names that a client may offer for this protocol. The last is that of an older one: a browser breaks off unless
     * its name is echoed, and its page would never hear what is wrong with its messages.
     */
    private static final String[] SUBPROTOCOLS = {"asy", KEEP, "asyonline.asy"};

    /** The route that serves {@code /asy}. */
    public WebSocketRoute route() {
        WebSocketRoute route = WebSocketRoute.of(this::install)
                .withSubprotocols(SUBPROTOCOLS)
                .withAdmission(request -> {
                    entry.termsOf(request); // refuses a bad session name while an HTTP answer can still say so
                    return WebSocketRoute.Admission.EVERYBODY.admit(request);
                })
                .withMaxFrameBytes(rules.task().limits().maxRequestFrameBytes());
        return gate.guard(route);
    }

    private void install(ChannelPipeline pipeline, Request request) {
        boolean kept = WebSocketRoute.chosen(request, List.of(SUBPROTOCOLS))
                .filter(KEEP::equals)
                .isPresent();
        pipeline.addLast(SessionHandler.CODEC, codec());
        pipeline.addLast(
                "session",
                new SessionHandler(
                        this,
                        entry.termsOf(request),
                        kept ? ConnectionReuse.of(() -> termsOfNext(request)) : ConnectionReuse.NO));
    }

    private Optional<TaskTerms> termsOfNext(Request request) {
        return gate.admits(request) ? Optional.of(entry.termsOf(request)) : Optional.empty();
    }

    /** For one task: it counts the files of it. */
    ChannelHandler codec() {
        return TaskCodec.server(rules.task().limits());
    }

    /**
     * The rules of {@code /asy} for a task and its upload.
     *
     * @param task the rules for the task itself, as at every other door
     * @param upload how long a client may take before {@code run}
     */
    public record Rules(TaskRules task, Upload upload) {

        /**
         * @param idle from one message to the end of the next
         * @param total from the connection on
         */
        public record Upload(Duration idle, Duration total) {}
    }
}
