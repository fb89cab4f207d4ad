package asyfleet.net.connection;

import asyfleet.net.bounds.ReadDeadline;
import asyfleet.net.bounds.UploadBrake;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Response;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.websocket.ServerStopping;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server of the requests of one connection, one after the other, so that answers are in order by construction.
 * Confined to the connection's event loop.
 *
 * <pre>
 * IDLE      -- request, or the next of those that wait         --> SERVING
 * IDLE      -- broken request: its error is written            --> LINGERING
 * IDLE      -- server stops and no body is on its way          --> CLOSED
 * SERVING   -- handler's answer                                --> ANSWERING
 * SERVING   -- upgrade admitted, but a request waits: 400      --> ANSWERING
 * SERVING   -- the time to stop is up: 503                     --> ANSWERING   (the request is told)
 * SERVING   -- upgrade admitted                                --> UPGRADED    (this handler leaves the pipeline)
 * ANSWERING -- answer sent                                     --> IDLE
 * ANSWERING -- answer sent, not to be kept alive, or stopping  --> CLOSED
 * LINGERING -- error sent, and the client had time to read it  --> CLOSED
 * any       -- the connection ends, whoever ended it           --> CLOSED      (a request under way is told)
 * </pre>
 */
final class HttpConnection extends ChannelInboundHandlerAdapter
        implements Incoming.Handler<Void>, RequestDispatch.Outcome.Handler<Void> {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    private final ConnectionContext context;
    private final ReadDeadline deadline;
    private final WaitingRequests waiting;
    private final UploadBrake brake;
    private final Function<Exchange, Peer> peers;

    private ChannelHandlerContext ctx;
    private ResponseWriter writer;
    private ConnectionState state = ConnectionState.IDLE;

    /** The request under way: there exactly while SERVING and ANSWERING. */
    private Exchange current;

    /** Whether the server stops. Not a state: it changes how each of them ends. */
    private boolean stopping;

    HttpConnection(
            ConnectionContext context,
            ReadDeadline deadline,
            WaitingRequests waiting,
            UploadBrake brake,
            Function<Exchange, Peer> peers) {
        this.context = context;
        this.deadline = deadline;
        this.waiting = waiting;
        this.brake = brake;
        this.peers = peers;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        ctx = context;
        writer = new ResponseWriter(ctx, this.context);
        deadline.awaitHead(ctx);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        deadline.off();
    }

    /** Whether a request is unanswered. */
    boolean isBusy() {
        return current != null || !waiting.isEmpty();
    }

    private boolean isIdle() {
        return state == ConnectionState.IDLE;
    }

    private void become(ConnectionState next) {
        assert ctx.executor().inEventLoop();
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("the connection is " + state + " and cannot become " + next);
        }
        state = next;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (state != ConnectionState.CLOSED) {
            brake.end();
            waiting.add((Incoming) message);
            serveWaiting();
        }
    }

    private void serveWaiting() {
        waiting.handOut(this::isIdle, incoming -> incoming.accept(this));
    }

    @Override
    public Void on(Incoming.Asked asked) {
        Exchange exchange = new Exchange(asked.head());
        become(ConnectionState.SERVING);
        current = exchange;
        new RequestDispatch(exchange, asked.body(), peers.apply(exchange))
                .start(context.routes())
                .thenAccept(outcome -> onEventLoop(() -> apply(exchange, outcome)));
        return null;
    }

    @Override
    public Void on(Incoming.Broken broken) {
        become(ConnectionState.LINGERING);
        context.metrics().rejected(broken.error().status());
        writer.writeLast(broken.error().response(), broken.headers());
        return null;
    }

    private void onEventLoop(Runnable action) {
        if (ctx.executor().inEventLoop()) {
            action.run();
        } else {
            ctx.executor().execute(action);
        }
    }

    private void apply(Exchange exchange, RequestDispatch.Outcome outcome) {
        if (exchange != current || state != ConnectionState.SERVING) {
            return; // the client left, and its connection with it; or this server could not wait
        }
        try {
            outcome.accept(this);
        } catch (RuntimeException e) {
            // Part of an answer may be out: there is no way to say what happened but to end the connection.
            LOG.error("answering failed route={}", exchange.route(), e);
            ctx.close();
        }
    }

    @Override
    public Void on(RequestDispatch.Outcome.Respond respond) {
        answer(respond.response());
        return null;
    }

    @Override
    public Void on(RequestDispatch.Outcome.Upgrade upgrade) {
        if (!waiting.isEmpty()) {
            answer(ErrorAnswers.spokeTooSoon().response());
            return null;
        }
        become(ConnectionState.UPGRADED);
        brake.goOn();
        current.answeredWith(101);
        WebSocketUpgrade.perform(ctx, finish(), upgrade, context);
        if (stopping) {
            ctx.channel().pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        }
        return null;
    }

    private void answer(Response response) {
        Exchange exchange = current;
        boolean last = stopping || !context.keepsAlive().getAsBoolean() || exchange.isLast(response);
        become(ConnectionState.ANSWERING);
        exchange.answeredWith(response.status());
        writer.write(exchange, response, last, success -> {
            // Without success the connection is lost, which channelInactive accounts for.
            if (success && exchange == current) {
                answered(last || stopping);
            }
        });
    }

    private void answered(boolean last) {
        finish();
        if (last) {
            close();
            return;
        }
        become(ConnectionState.IDLE);
        serveWaiting();
        if (isIdle() && waiting.isEmpty()) {
            deadline.awaitHead(ctx);
        }
    }

    private Exchange finish() {
        Exchange finished = current;
        current = null;
        finished.record(context.metrics());
        return finished;
    }

    private void close() {
        become(ConnectionState.CLOSED);
        waiting.clear();
        ctx.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (!(event instanceof ServerStopping)) {
            context.fireUserEventTriggered(event);
            return;
        }
        stopping = true;
        if (event == ServerStopping.TIME_IS_UP && state == ConnectionState.SERVING) {
            Exchange unfinished = current;
            answer(ErrorAnswers.stopping().response());
            unfinished.gone().complete(null);
        } else if (isIdle() && waiting.isEmpty() && !deadline.isReadingBody()) {
            close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        become(ConnectionState.CLOSED);
        deadline.off();
        if (current != null) {
            current.answeredWith(HttpMetrics.CLIENT_GONE);
            finish().gone().complete(null);
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
