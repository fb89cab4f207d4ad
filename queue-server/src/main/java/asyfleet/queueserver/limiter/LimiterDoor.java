package asyfleet.queueserver.limiter;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.limiter.LimiterCodec;
import asyfleet.protocol.limiter.LimiterLimits;
import asyfleet.redis.limiter.SharedLimiter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** The WebSocket door {@code /ws/{AUTH_TOKEN}} of one shard. */
public final class LimiterDoor {

    private static final int SERVICE_RESTART = 1012;

    private final SharedLimiter limiter;
    private final Function<Request, String> clients;
    private final HeartbeatTimes times;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    private final RequestNames names = new RequestNames();

    /** @param clients tells clients apart as well as can be, by their addresses */
    public LimiterDoor(SharedLimiter limiter, Function<Request, String> clients, HeartbeatTimes times) {
        this.limiter = limiter;
        this.clients = clients;
        this.times = times;
    }

    /**
     * There is no such route if no token is set.
     *
     * @param home the door of the shard that holds the counts now
     */
    public static void addRoutes(Routes.Builder routes, Tokens tokens, Supplier<LimiterDoor> home) {
        if (!tokens.isEmpty()) {
            routes.webSocket(
                    "/ws/{token...}", // all that can be asked for below, so that a wrong path is a wrong token
                    WebSocketRoute.of((pipeline, request) -> home.get().install(pipeline, request))
                            .withAdmission(request -> admit(tokens, request))
                            .withMaxFrameBytes(LimiterLimits.DEFAULT.maxMessageBytes()));
        }
    }

    private static CompletionStage<Optional<Response>> admit(Tokens tokens, Request request) {
        if (!tokens.accept(withoutSlash(request.param("token")))) {
            throw new HttpError(403, "FORBIDDEN", "the token in the path is not accepted; expected /ws/{AUTH_TOKEN}");
        }
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /** A slash behind the token is accepted, as by the original. */
    private static String withoutSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private void install(ChannelPipeline pipeline, Request request) {
        pipeline.addLast("limiter-codec", LimiterCodec.server(LimiterLimits.DEFAULT));
        String client = clients.apply(request);
        pipeline.addLast("limiter", new LimiterHandler(limiter, id -> names.next(client, id), times));
        connections.add(pipeline.channel());
    }

    /** The lease of this server lapsed, so its requests have ended for everybody else: its clients must know. */
    public void leaseLapsed() {
        sendAway("the limiter lost its lease; every pending request has ended");
    }

    /** Another shard holds the counts from now on. */
    public void moved() {
        sendAway("the limiter moves to another Redis; every pending request has ended");
    }

    private void sendAway(String reason) {
        connections.writeAndFlush(new CloseReason(SERVICE_RESTART, reason).frame());
    }
}
