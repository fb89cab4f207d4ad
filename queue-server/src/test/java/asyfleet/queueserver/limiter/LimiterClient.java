package asyfleet.queueserver.limiter;

import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.WebSocketTarget;
import asyfleet.protocol.limiter.LimiterCodec;
import asyfleet.protocol.limiter.LimiterLimits;
import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A program that uses the request limiter, over a real socket. */
final class LimiterClient {

    /** Stands in the queue of replies where the connection ended. */
    private static final LimiterReply CLOSED = new LimiterReply.Unknown("closed");

    private final BlockingQueue<LimiterReply> replies = new LinkedBlockingQueue<>();
    private final Channel channel;

    /** The server closed the connection, or died, before it answered. */
    static final class ClosedException extends RuntimeException {}

    LimiterClient(NetThreads threads, int port, String token) {
        WebSocketTarget target = WebSocketTarget.of(URI.create("ws://127.0.0.1:" + port + "/ws/" + token));
        this.channel = new WebSocketConnector(threads, ConnectorSettings.DEFAULT)
                .connect(target, Duration.ofSeconds(20), pipeline -> {
                    pipeline.addLast(LimiterCodec.client(LimiterLimits.DEFAULT));
                    pipeline.addLast(new SimpleChannelInboundHandler<LimiterReply>() {
                        @Override
                        protected void channelRead0(ChannelHandlerContext ctx, LimiterReply reply) {
                            replies.add(reply);
                        }

                        @Override
                        public void channelInactive(ChannelHandlerContext ctx) {
                            replies.add(CLOSED);
                        }
                    });
                })
                .toCompletableFuture()
                .join();
    }

    /** Whether the request may run; it may not, either, if the server has no answer from Redis in time. */
    boolean start(String id, String type, long limit) {
        send(new LimiterRequest.StartRequest(id, type, limit));
        return nextReply() instanceof LimiterReply.StartRequestAck ack && !ack.limitReached();
    }

    void end(String id) {
        send(new LimiterRequest.EndRequest(id));
    }

    long count(String type) {
        send(new LimiterRequest.GetRequestCount(type));
        return ((LimiterReply.RequestCount) nextReply()).count();
    }

    void send(LimiterRequest request) {
        channel.writeAndFlush(request);
    }

    LimiterReply nextReply() {
        try {
            LimiterReply reply = replies.poll(60, TimeUnit.SECONDS);
            if (reply == null) {
                throw new AssertionError("no reply; connection open: " + channel.isActive());
            }
            if (reply == CLOSED) {
                throw new ClosedException();
            }
            return reply instanceof LimiterReply.Heartbeat ? nextReply() : reply;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    boolean isOpen() {
        return channel.isActive();
    }

    /** As a crash does it: no closing handshake. */
    void cut() {
        channel.close();
    }
}
