package asyfleet.net.bounds;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time by which a client must have sent the next thing that is due. Confined to the connection's event loop.
 *
 * <pre>
 * OFF  -- connection has nothing to answer      --> HEAD   (expires: the connection closes)
 * HEAD -- header lines of a request are there   --> BODY   (expires: 408)
 * OFF  -- the same, of a pipelined request      --> BODY
 * BODY -- the body is complete                  --> OFF
 * </pre>
 */
public final class ReadDeadline {

    private final ConnectionTimeouts timeouts;
    private State state = State.OFF;
    private Future<?> timer;

    private enum State {
        OFF,
        HEAD,
        BODY
    }

    public ReadDeadline(ConnectionTimeouts timeouts) {
        this.timeouts = timeouts;
    }

    /** Does nothing while a body is being read: then that is what is due. */
    public void awaitHead(ChannelHandlerContext ctx) {
        if (state != State.BODY) {
            start(ctx, State.HEAD, timeouts.head(), ctx::close);
        }
    }

    public void awaitBody(ChannelHandlerContext ctx, Runnable expired) {
        start(ctx, State.BODY, timeouts.body(), expired);
    }

    public void off() {
        state = State.OFF;
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    public long bodyMillis() {
        return timeouts.body().toMillis();
    }

    public boolean isReadingBody() {
        return state == State.BODY;
    }

    private void start(ChannelHandlerContext ctx, State next, Duration patience, Runnable expired) {
        assert ctx.executor().inEventLoop();
        off();
        state = next;
        timer = ctx.executor().schedule(expired, patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
