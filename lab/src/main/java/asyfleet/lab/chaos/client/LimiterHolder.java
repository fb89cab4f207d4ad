package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.protocol.limiter.LimiterCodec;
import asyfleet.protocol.limiter.LimiterLimits;
import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of the request limiter that asks for one request after the other, holds those that it is granted for a moment,
 * and connects again when its connection ends. A thread of its own.
 */
public final class LimiterHolder implements Runnable {

    private static final String TYPE = "chaos";
    private static final int LIMIT = 3;
    private static final int LONGEST_HOLD_MILLIS = 800;
    private static final Duration REPLY_LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final ClientContext context;
    private final AtomicInteger requests; // shared by all holders, so that every request has its own number
    private final Random random;

    public LimiterHolder(ClientContext context, AtomicInteger requests, long seed) {
        this.context = context;
        this.requests = requests;
        this.random = new Random(seed);
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Connection connection = new Connection();
                context.open(context.target("/ws/" + ChaosFleet.LIMITER_TOKEN), pipeline -> {
                            pipeline.addLast(LimiterCodec.client(LimiterLimits.DEFAULT));
                            pipeline.addLast(connection);
                        })
                        .exceptionally(failure -> {
                            connection.events.add(false);
                            return null;
                        });
                while (hold(connection)) {
                    Thread.sleep(random.nextInt(LONGEST_HOLD_MILLIS));
                }
                connection.close();
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is over
        }
    }

    /** Asks once; false if the connection is of no more use. */
    private boolean hold(Connection connection) throws InterruptedException {
        int request = requests.incrementAndGet();
        if (!connection.ask(request)) {
            return false;
        }
        Boolean granted = connection.events.poll(REPLY_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        if (granted == null || !granted) {
            return granted != null && connection.isOpen();
        }
        Thread.sleep(random.nextInt(LONGEST_HOLD_MILLIS));
        connection.release();
        return connection.isOpen();
    }

    /** One connection. Belongs to its event loop, but for its queue and what is synchronized. */
    private final class Connection extends SimpleChannelInboundHandler<LimiterReply> {

        /** Whether a request was granted; false also when the connection ends. Holds a few. */
        private final BlockingQueue<Boolean> events = new LinkedBlockingQueue<>();

        private Channel channel;
        private boolean closed;
        private int asked;
        private int held;

        @Override
        public synchronized void handlerAdded(ChannelHandlerContext ctx) {
            channel = ctx.channel();
            if (asked != 0) {
                start();
            }
        }

        /** Sends the question now, or as soon as the connection is open. */
        synchronized boolean ask(int request) {
            asked = request;
            if (channel != null) {
                start();
            }
            return !closed;
        }

        private void start() {
            channel.writeAndFlush(new LimiterRequest.StartRequest(String.valueOf(asked), TYPE, LIMIT));
        }

        @Override
        protected synchronized void channelRead0(ChannelHandlerContext ctx, LimiterReply reply) {
            if (reply instanceof LimiterReply.StartRequestAck ack && !ack.limitReached()) {
                held = asked;
                int request = held;
                context.history().add(at -> new HistoryEvent.Granted(at, request, TYPE, LIMIT));
                events.add(true);
            } else if (!(reply instanceof LimiterReply.Heartbeat)) {
                events.add(false);
            }
        }

        /** First for us, then for the limiter: it never believes that it is free before we do. */
        synchronized void release() {
            forget();
            if (channel != null) {
                channel.writeAndFlush(new LimiterRequest.EndRequest(String.valueOf(asked)));
            }
        }

        private void forget() {
            if (held != 0) {
                int request = held;
                held = 0;
                context.history().add(at -> new HistoryEvent.Released(at, request));
            }
        }

        synchronized boolean isOpen() {
            return channel != null && channel.isActive();
        }

        @Override
        public synchronized void channelInactive(ChannelHandlerContext ctx) {
            closed = true;
            forget();
            events.add(false);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        synchronized void close() {
            forget();
            if (channel != null) {
                channel.close();
            }
        }
    }
}
