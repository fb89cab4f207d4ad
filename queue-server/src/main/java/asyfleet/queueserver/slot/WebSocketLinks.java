package asyfleet.queueserver.slot;

import asyfleet.net.WebSocketConnector;
import asyfleet.net.WebSocketTarget;
import asyfleet.net.bounds.NoRoomException;
import asyfleet.net.bounds.ReceivedBytes;
import asyfleet.net.bounds.SignsOfLife;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.Liveness;
import asyfleet.net.websocket.WebSocketPipeline;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import asyfleet.queueserver.task.Owner;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.URI;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The opener of a WebSocket for each task. Thread-safe: each connection has its own handler on its own event loop. */
public final class WebSocketLinks implements BackendLink.Opener {

    private static final Logger LOG = LoggerFactory.getLogger(WebSocketLinks.class);

    /**
     * A slot is given up after 4.5 s of silence, wherever the fault is: its machine froze or lost its power, its process
     * hangs, or the network swallows everything. That is a little longer than the lease of a slot, so the fleet has struck
     * it off by then. To be told so by the scheduler was rejected: a pause of Redis lets the leases of living slots lapse,
     * and a slot that renews its lease may be out of reach.
     */
    public static final Liveness LIVENESS = new Liveness(Duration.ofMillis(1500), 2, Duration.ofSeconds(30));

    private final WebSocketConnector connector;
    private final TaskLimits limits;
    private final Duration timeout;
    private final WaitingBytes waiting;

    /** @param waiting takes room for what slots say until it is passed on */
    public WebSocketLinks(WebSocketConnector connector, TaskLimits limits, Duration timeout, WaitingBytes waiting) {
        this.connector = connector;
        this.limits = limits;
        this.timeout = timeout;
        this.waiting = waiting;
    }

    @Override
    public void open(String address, Owner owner, BackendLink.Listener listener) {
        try {
            connector
                    .connect(WebSocketTarget.of(URI.create(address)), timeout, pipeline -> {
                        WaitingBytes.Holder room = waiting.gatherer();
                        ReceivedBytes received = new ReceivedBytes(room);
                        pipeline.addAfter(WebSocketPipeline.IDLE, "received", received);
                        pipeline.addBefore(WebSocketPipeline.CONTROL, "signs-of-life", new SignsOfLife(received));
                        pipeline.addLast("task-codec", TaskCodec.client(limits));
                        MessageSink sink = new MessageSink(owner, listener, room);
                        pipeline.addLast("backend-link", new LinkHandler(sink, received));
                    })
                    .exceptionally(failure -> {
                        owner.execute(() -> listener.failed(failure));
                        return null;
                    });
        } catch (IllegalArgumentException e) {
            owner.execute(() -> listener.failed(e));
        }
    }

    private record ChannelLink(Channel channel) implements BackendLink {

        @Override
        public void send(ClientMessage message) {
            channel.writeAndFlush(message);
        }

        /** A slot that runs a task watches for this; a dead one is not waited for. */
        @Override
        public void close() {
            channel.writeAndFlush(new CloseReason(CloseReason.NORMAL, "").frame());
        }
    }

    /** Hands messages over to the task's owner. */
    private static final class LinkHandler extends SimpleChannelInboundHandler<ServerMessage> {

        private final MessageSink sink;
        private final ReceivedBytes received;

        LinkHandler(MessageSink sink, ReceivedBytes received) {
            this.sink = sink;
            this.received = received;
        }

        /** Called when the handshake is done, before the first frame is read: the owner sees events in their order. */
        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            sink.opened(new ChannelLink(ctx.channel()));
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ServerMessage message) {
            sink.message(message, received.claim());
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            sink.closed();
            ctx.fireChannelInactive();
        }

        /** Whatever is wrong with a slot, its task is lost to us and runs again. */
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (cause instanceof NoRoomException) {
                LOG.debug("no room for a result address={}", ctx.channel().remoteAddress());
                sink.overflowed();
            } else {
                LOG.warn(
                        "slot broke the protocol address={} reason={}",
                        ctx.channel().remoteAddress(),
                        cause.toString());
            }
            ctx.close();
        }
    }
}
