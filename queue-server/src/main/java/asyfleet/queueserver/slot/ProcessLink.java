package asyfleet.queueserver.slot;

import asyfleet.net.WebSocketRefused;
import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.link.LinkProtocolException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue server's end of a link: all tasks that one event loop fetches from one backend process.
 *
 * <pre>
 * CONNECTING  connected               → OPEN (the tasks that came meanwhile are asked for)
 *             refused                 → ENDED (each task goes over a WebSocket of its own)
 *             nobody there            → ENDED (each task has failed)
 * OPEN        unused for a while      → ENDED
 *             lost, silent or broken  → ENDED (each task is lost)
 * </pre>
 *
 * <p>A silent link is noticed by {@link WebSocketLinks#LIVENESS}, as a silent slot is. Confined to its event loop.
 */
final class ProcessLink extends SimpleChannelInboundHandler<LinkFrame> {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessLink.class);

    /** Longer than pauses between the tasks of a fleet in use; each link that is kept costs a ping now and then. */
    private static final long UNUSED_SECONDS = 30;

    private final Consumer<ProcessLink> whenEnded;

    /** By their numbers; as many as tasks run in the process for this event loop. */
    private final Map<Integer, LinkCall> calls = new HashMap<>();

    private int lastNumber;
    private ChannelHandlerContext ctx;
    private Future<?> unusedCheck;
    private boolean used;

    /** @param whenEnded told, once or more, that no more tasks may be added */
    ProcessLink(Consumer<ProcessLink> whenEnded) {
        this.whenEnded = whenEnded;
    }

    void add(LinkCall call) {
        used = true;
        lastNumber++;
        call.join(this, lastNumber);
        calls.put(lastNumber, call);
        if (ctx != null) {
            send(call.request());
        }
    }

    /** Called when the handshake is done. */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        ctx = context;
        calls.values().forEach(call -> send(call.request()));
        unusedCheck = context.executor()
                .scheduleAtFixedRate(this::closeIfUnused, UNUSED_SECONDS, UNUSED_SECONDS, TimeUnit.SECONDS);
    }

    private void closeIfUnused() {
        if (calls.isEmpty() && !used) {
            whenEnded.accept(this);
            ctx.writeAndFlush(new CloseReason(CloseReason.NORMAL, "").frame());
        }
        used = false;
    }

    /** There is no link. */
    void notConnected(Throwable failure) {
        if (ctx != null) {
            return; // it came a moment too late, and ends as one that was open
        }
        whenEnded.accept(this);
        boolean offersNone = failure instanceof WebSocketRefused || failure instanceof WebSocketHandshakeException;
        for (LinkCall call : takeCalls()) {
            if (offersNone) {
                call.goWithoutLink();
            } else {
                call.lost(failure);
            }
        }
    }

    private List<LinkCall> takeCalls() {
        List<LinkCall> all = List.copyOf(calls.values());
        calls.clear();
        return all;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, LinkFrame frame) {
        LinkCall call = calls.get(frame.task());
        if (call == null) {
            return; // it crossed the end of the task on its way
        }
        switch (frame.kind()) {
            case OPENED -> call.openedByBackend();
            case TEXT, PART, LAST -> call.received(frame);
            case CLOSE -> call.closedByBackend(frame.text());
            case OPEN, CREDIT ->
                throw new LinkProtocolException(
                        frame.kind() + " from a backend; expected OPENED, TEXT, PART, LAST or CLOSE");
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        unusedCheck.cancel(false);
        whenEnded.accept(this);
        IOException ended = new IOException("the link to its process ended");
        takeCalls().forEach(call -> call.lost(ended));
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.warn("link broke address={} tasks={} reason={}", this, calls.size(), cause.toString());
        context.close();
    }

    void send(LinkFrame frame) {
        ctx.writeAndFlush(frame);
    }

    /** Nothing of the task is to be heard any more. */
    void remove(LinkCall call) {
        calls.remove(call.number(), call);
    }

    /** Runs the action on the event loop of the link, at once if this is it. */
    void execute(Runnable action) {
        if (ctx.executor().inEventLoop()) {
            action.run();
        } else {
            ctx.executor().execute(action);
        }
    }

    @Override
    public String toString() {
        return ctx == null ? "none" : String.valueOf(ctx.channel().remoteAddress());
    }
}
