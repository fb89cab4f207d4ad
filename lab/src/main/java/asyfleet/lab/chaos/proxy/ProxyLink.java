package asyfleet.lab.chaos.proxy;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A proxy for TCP connections on this machine that can be told to misbehave. With several addresses behind it, it is a
 * load balancer: it tries them in the given order until one accepts.
 *
 * <p>Modes and state may be changed by any thread; each connection belongs to its event loop.
 */
public final class ProxyLink implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int CONNECT_MILLIS = 2000;

    /** The ways in which a link treats its connections. */
    private enum Mode {
        PASS,
        /** Every connection is closed, new ones at once. */
        CUT,
        /** The far end is closed; the near end stays open, and nothing answers it until the link is healed. */
        HALF_OPEN
    }

    private final EventLoopGroup loops;
    private final Supplier<List<Integer>> upstream;
    private final Channel listening;
    private final Set<Near> connections = ConcurrentHashMap.newKeySet();

    private volatile Mode mode = Mode.PASS; // set by the nemesis, read by event loops
    private volatile Duration delay = Duration.ZERO; // the same

    /**
     * Begins to listen.
     *
     * @param upstream ports of this machine, the one to try first in front
     */
    public ProxyLink(EventLoopGroup loops, int port, Supplier<List<Integer>> upstream) {
        this.loops = loops;
        this.upstream = upstream;
        this.listening = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Near());
                    }
                })
                .bind(HOST, port)
                .syncUninterruptibly()
                .channel();
    }

    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    public void cut() {
        mode = Mode.CUT;
        connections.forEach(Near::close);
    }

    public void halfOpen() {
        mode = Mode.HALF_OPEN;
        connections.forEach(Near::closeFarEnd);
    }

    /** From now on everything takes this much longer, each way. */
    public void delay(Duration each) {
        delay = each;
    }

    /** New connections are as good as ever; those that were half-open learn that they are gone. */
    public void heal() {
        boolean wasHalfOpen = mode == Mode.HALF_OPEN;
        mode = Mode.PASS;
        delay = Duration.ZERO;
        if (wasHalfOpen) {
            connections.forEach(Near::close);
        }
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        connections.forEach(Near::close);
    }

    private ChannelFuture dial(int port, Channel near, Relay far) {
        return new Bootstrap()
                .group(near.eventLoop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.AUTO_READ, false)
                .handler(far)
                .connect(HOST, port);
    }

    /** One end of a connection, which passes what it reads to the other end. */
    private class Relay extends ChannelInboundHandlerAdapter {

        private Channel other;
        private final Queue<Runnable> delayed = new ArrayDeque<>(); // bounded by what the delay holds up
        private long lastDueNanos;

        final void passTo(Channel target) {
            other = target;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            inOrder(ctx, () -> other.writeAndFlush(message));
            if (!other.isWritable()) {
                ctx.channel().config().setAutoRead(false);
            }
        }

        /** Runs the steps in the order in which they came, also when the delay ends between them. */
        private void inOrder(ChannelHandlerContext ctx, Runnable step) {
            long now = System.nanoTime();
            lastDueNanos = Math.max(now + delay.toNanos(), lastDueNanos);
            if (delayed.isEmpty() && lastDueNanos <= now) {
                step.run();
            } else {
                delayed.add(step);
                ctx.executor()
                        .schedule(() -> delayed.remove().run(), Math.max(0, lastDueNanos - now), TimeUnit.NANOSECONDS);
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            if (other != null && mode == Mode.PASS) {
                other.config().setAutoRead(ctx.channel().isWritable());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (other != null && mode != Mode.HALF_OPEN) {
                inOrder(ctx, other::close);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close(); // the connection is broken, and that is all there is to say
        }
    }

    /** The end towards who connected. It opens the other end. */
    private final class Near extends Relay {

        private Channel own;
        private Channel far;

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            own = ctx.channel();
            connections.add(this);
            own.closeFuture().addListener(closed -> connections.remove(this));
            switch (mode) {
                case PASS -> connect(upstream.get().iterator());
                case CUT -> own.close();
                case HALF_OPEN -> {}
            }
        }

        private void connect(Iterator<Integer> ports) {
            if (!ports.hasNext()) {
                own.close();
                return;
            }
            Relay end = new Relay();
            end.passTo(own);
            dial(ports.next(), own, end).addListener((ChannelFuture dialled) -> {
                if (dialled.isSuccess()) {
                    join(dialled.channel());
                } else {
                    connect(ports);
                }
            });
        }

        private void join(Channel opened) {
            far = opened;
            passTo(far);
            if (!own.isActive() || mode == Mode.CUT) {
                close();
            } else if (mode == Mode.HALF_OPEN) {
                far.close();
            } else {
                own.config().setAutoRead(true);
                far.config().setAutoRead(true);
            }
        }

        void close() {
            own.eventLoop().execute(() -> {
                own.close();
                closeNow(far);
            });
        }

        void closeFarEnd() {
            own.eventLoop().execute(() -> {
                own.config().setAutoRead(false);
                closeNow(far);
            });
        }

        private void closeNow(Channel channel) {
            if (channel != null) {
                channel.close();
            }
        }
    }
}
