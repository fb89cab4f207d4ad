package asyfleet.net.connection;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.ReadDeadline;
import asyfleet.net.bounds.ReadSwitch;
import asyfleet.net.bounds.SlowReaderGuard;
import asyfleet.net.bounds.UploadBrake;
import asyfleet.net.http.Body;
import asyfleet.net.http.Headers;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Response;
import asyfleet.net.http.UploadMeters;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.net.websocket.WebSocketPipeline;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests of one connection, one after the other, so that answers are in order by construction. While a
 * request waits for its turn nothing more is read, so what waits is bounded by one read of the socket. Confined to the
 * connection's event loop.
 *
 * <pre>
 * IDLE    -- request                                   --> SERVING
 * SERVING -- answer sent, more requests wait           --> SERVING
 * SERVING -- answer sent                               --> IDLE
 * SERVING -- answer sent, not to be kept alive         --> closed
 * SERVING -- upgrade admitted                          --> a WebSocket; this handler is gone
 * SERVING -- client leaves                             --> closed   (the request is told)
 * IDLE    -- broken request: error sent                --> LINGERING --> closed
 * SERVING -- the time to stop is up: 503               --> closed   (the request is told)
 * IDLE    -- server stops, or nothing comes            --> closed
 * </pre>
 */
public final class HttpConnection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    // How long a refused client may go on sending. Closing at once would reset the connection, and the client, still
    // writing, would see the reset instead of the answer.
    private static final long LINGER_MILLIS = 2000;

    private final ConnectionContext context;
    private final ReadDeadline deadline;
    private final ReadSwitch reading;
    private final UploadBrake brake;
    private final Queue<Incoming> waiting = new ArrayDeque<>();

    private ChannelHandlerContext ctx;
    private InetSocketAddress remoteAddress;
    private ResponseWriter writer;
    private Exchange current;
    private boolean serving;
    private boolean stopping;
    private boolean closing;

    private HttpConnection(Channel channel, ConnectionContext context) {
        this.context = context;
        this.reading = new ReadSwitch(channel);
        this.brake = new UploadBrake(reading);
        this.deadline = new ReadDeadline(context.limits().timeouts());
    }

    /** Adds everything that speaks HTTP to a new connection's pipeline. */
    public static void install(ChannelPipeline pipeline, ConnectionContext context) {
        ConnectionLimits limits = context.limits();
        HttpConnection connection = new HttpConnection(pipeline.channel(), context);
        long stallMillis = limits.timeouts().stall().toMillis();
        pipeline.addLast(WebSocketPipeline.IDLE, new IdleStateHandler(true, 0, stallMillis, 0, TimeUnit.MILLISECONDS));
        pipeline.addLast("slow-reader", new SlowReaderGuard(limits.maxPendingBytes()));
        if (context.uploads() != UploadMeters.NONE) {
            pipeline.addLast("upload-brake", connection.brake);
        }
        pipeline.addLast(
                "http",
                new HttpServerCodec(new HttpDecoderConfig()
                        .setMaxInitialLineLength(limits.maxHeaderBytes())
                        .setMaxHeaderSize(limits.maxHeaderBytes())));
        pipeline.addLast(
                "reader", new RequestReader(limits, connection.deadline, connection::isBusy, connection::meter));
        pipeline.addLast("connection", connection);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        ctx = context;
        // Asked for now because a closed channel no longer knows.
        remoteAddress = (InetSocketAddress) ctx.channel().remoteAddress();
        writer = new ResponseWriter(ctx, this.context.limits().maxPendingBytes(), this.context.secure());
        deadline.awaitHead(ctx);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        deadline.off();
    }

    /** A request without a body sends nothing worth counting, unless it asks for a WebSocket. */
    private void meter(HttpRequest head) {
        if (context.uploads() == UploadMeters.NONE) {
            return;
        }
        Exchange exchange = new Exchange(head);
        boolean sends = exchange.hasBody() || exchange.wantsWebSocket();
        brake.begin(
                sends
                        ? context.uploads().of(new Dispatch(exchange, new byte[0], peer(exchange)).request(Map.of()))
                        : UploadMeters.Meter.FREE);
    }

    private Peer peer(Exchange exchange) {
        return new Peer(remoteAddress, context.secure(), exchange.gone());
    }

    private boolean isBusy() {
        return current != null || !waiting.isEmpty();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!closing) {
            brake.end();
            waiting.add((Incoming) message);
            serveWaiting();
        }
    }

    /** A loop, not a recursion from answer to next request: a client may pipeline many that are answered at once. */
    private void serveWaiting() {
        assert ctx.executor().inEventLoop();
        if (serving) {
            return;
        }
        serving = true;
        while (current == null && !closing && !waiting.isEmpty()) {
            serve(waiting.remove());
        }
        serving = false;
        reading.set(ReadSwitch.Hold.TURN, !waiting.isEmpty() && !closing);
    }

    private void serve(Incoming incoming) {
        incoming.accept(new Incoming.Handler<Void>() {
            @Override
            public Void on(Incoming.Asked asked) {
                serve(asked);
                return null;
            }

            @Override
            public Void on(Incoming.Broken broken) {
                closing = true;
                context.metrics().rejected(broken.error().status());
                writer.writeLast(shown(broken.error().response(), broken.headers()), sent -> linger());
                return null;
            }
        });
    }

    private void serve(Incoming.Asked asked) {
        Exchange exchange = new Exchange(asked.head());
        current = exchange;
        new Dispatch(exchange, asked.body(), peer(exchange))
                .start(context.routes())
                .thenAccept(outcome -> onEventLoop(() -> apply(exchange, outcome)));
    }

    private void onEventLoop(Runnable action) {
        if (ctx.executor().inEventLoop()) {
            action.run();
        } else {
            ctx.executor().execute(action);
        }
    }

    private void apply(Exchange exchange, RequestOutcome outcome) {
        if (exchange != current || exchange.isAnswered()) {
            return; // the client left, and its connection with it; or this server could not wait
        }
        try {
            outcome.accept(new RequestOutcome.Handler<Void>() {
                @Override
                public Void on(RequestOutcome.Respond respond) {
                    answer(exchange, respond.response());
                    return null;
                }

                @Override
                public Void on(RequestOutcome.Upgrade upgrade) {
                    upgrade(exchange, upgrade);
                    return null;
                }
            });
        } catch (RuntimeException e) {
            // Part of an answer may be out: there is no way to say what happened but to end the connection.
            LOG.error("answering failed route={}", exchange.route(), e);
            ctx.close();
        }
    }

    private void answer(Exchange exchange, Response response) {
        boolean isUnframed = exchange.isHttp10() && response.body() instanceof Body.Streamed;
        boolean last = stopping || isUnframed || !exchange.isKeepAlive();
        exchange.answeredWith(response.status());
        writer.write(exchange, shown(response, exchange.headers()), last, success -> {
            // Without success the connection is lost, which channelInactive accounts for.
            if (success) {
                answered(exchange, last || stopping);
            }
        });
    }

    private Response shown(Response response, Headers request) {
        return context.routes().crossOrigin().shown(response, request);
    }

    private void answered(Exchange exchange, boolean last) {
        current = null;
        exchange.record(context.metrics());
        if (last) {
            closing = true;
            ctx.close();
            return;
        }
        serveWaiting();
        if (!isBusy() && !closing) {
            deadline.awaitHead(ctx);
        }
    }

    private void upgrade(Exchange exchange, RequestOutcome.Upgrade upgrade) {
        if (!waiting.isEmpty()) {
            answer(exchange, ErrorAnswers.spokeTooSoon().response());
            return;
        }
        current = null;
        brake.goOn();
        exchange.answeredWith(101);
        exchange.record(context.metrics());
        Channel channel = ctx.channel();
        WebSocketUpgrade.perform(channel, exchange.head(), upgrade.route())
                .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.remove(RequestReader.class);
        pipeline.remove(this);
        count(channel, exchange.route(), context.metrics());
        WebSocketRoute route = upgrade.route();
        WebSocketPipeline.install(
                pipeline, context.limits().timeouts().liveness(), route.maxFrameBytes(), own -> route.installer()
                        .install(own, upgrade.request()));
        if (stopping) {
            pipeline.fireUserEventTriggered(ServerStopping.EVENT);
        }
    }

    // Static, so that a WebSocket, which may live for hours, keeps neither this handler nor the request's headers.
    private static void count(Channel channel, String route, HttpMetrics metrics) {
        metrics.webSocketOpened(route);
        channel.closeFuture().addListener(closed -> metrics.webSocketClosed(route));
    }

    private void linger() {
        if (ctx.channel() instanceof DuplexChannel duplex && !context.secure()) {
            duplex.shutdownOutput();
        }
        reading.set(ReadSwitch.Hold.TURN, false);
        ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (!(event instanceof ServerStopping)) {
            context.fireUserEventTriggered(event);
            return;
        }
        stopping = true;
        if (event == ServerStopping.TIME_IS_UP && current != null && !current.isAnswered()) {
            Exchange unfinished = current;
            answer(unfinished, ErrorAnswers.stopping().response());
            unfinished.gone().complete(null);
        } else if (!isBusy() && !deadline.isReadingBody() && !closing) {
            closing = true;
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closing = true;
        deadline.off();
        if (current != null) {
            Exchange abandoned = current;
            current = null;
            abandoned.answeredWith(HttpMetrics.CLIENT_GONE);
            abandoned.record(this.context.metrics());
            abandoned.gone().complete(null);
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A decoder's exception is the client's doing: not TLS on a TLS port, or a certificate it does not trust.
        if (cause instanceof IOException || cause instanceof DecoderException) {
            LOG.debug("connection lost channel={} cause={}", ctx.channel().id(), cause.toString());
        } else {
            LOG.error("connection failed channel={}", ctx.channel().id(), cause);
        }
        ctx.close();
    }
}
