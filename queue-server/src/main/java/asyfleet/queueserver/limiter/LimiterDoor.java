package asyfleet.queueserver.limiter;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.limiter.LimiterCodec;
import asyfleet.protocol.limiter.LimiterLimits;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** The WebSocket door {@code /ws/{AUTH_TOKEN}}. There is none if no token is set. */
public final class LimiterDoor {

    private static final int SERVICE_RESTART = 1012;

    private final SharedLimiter limiter;
    private final Tokens tokens;
    private final HeartbeatTimes times;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    /** Counts the requests of all connections, which live on many event loops. */
    private final AtomicLong requests = new AtomicLong();

    public LimiterDoor(SharedLimiter limiter, Tokens tokens, HeartbeatTimes times) {
        this.limiter = limiter;
        this.tokens = tokens;
        this.times = times;
    }

    public void addRoutes(Routes.Builder routes) {
        if (!tokens.isEmpty()) {
            routes.webSocket(
                    "/ws/{token...}", // all that can be asked for below, so that a wrong path is a wrong token
                    WebSocketRoute.of(this::install)
                            .withAdmission(this::admit)
                            .withMaxFrameBytes(LimiterLimits.DEFAULT.maxMessageBytes()));
        }
    }

    private CompletionStage<Optional<Response>> admit(Request request) {
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
        pipeline.addLast("limiter", new LimiterHandler(limiter, this::nextName, times));
        connections.add(pipeline.channel());
    }

    private String nextName() {
        return Long.toString(requests.incrementAndGet(), Character.MAX_RADIX);
    }

    /** The lease of this server lapsed, so its requests have ended for everybody else: its clients must know. */
    public void leaseLapsed() {
        connections.writeAndFlush(
                new CloseReason(SERVICE_RESTART, "the limiter lost its lease; every pending request has ended")
                        .frame());
    }
}
