package asyfleet.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The event loops of a process: created once, in {@code main} or by whoever hosts the services, passed to everything
 * that does network I/O, and closed by whoever created them, after everything else. On epoll where there is, else NIO.
 */
public final class NetThreads implements AutoCloseable {

    private static final int MAX_LOOKUPS_WAITING = 1024;
    private static final long CLOSE_SECONDS = 5;

    private final EventLoopGroup loops;
    private final boolean epoll;
    private final ThreadPoolExecutor lookups;

    /** @param epoll else NIO, which other systems than Linux run on */
    NetThreads(int threads, boolean epoll) {
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.loops = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("net"), io);
        this.epoll = epoll;
        this.lookups = new ThreadPoolExecutor(
                1,
                1,
                CLOSE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_LOOKUPS_WAITING),
                new DefaultThreadFactory("dns", true));
        lookups.allowCoreThreadTimeOut(true);
    }

    /** One event loop per processor, at least two: one slow handler must not delay everybody. */
    public static NetThreads create() {
        return create(Math.max(2, Runtime.getRuntime().availableProcessors()));
    }

    public static NetThreads create(int threads) {
        return new NetThreads(threads, Epoll.isAvailable());
    }

    /** For other users of Netty in the same process, who must not shut it down. */
    public EventLoopGroup loops() {
        return loops;
    }

    Class<? extends ServerSocketChannel> serverChannel() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    Class<? extends SocketChannel> clientChannel() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** Where host names are looked up: the system's resolver blocks. Rejects when too many lookups wait. */
    Executor lookups() {
        return lookups;
    }

    /** Ends the threads, waiting for them a few seconds. Not to be called on one of them. */
    @Override
    public void close() {
        lookups.shutdownNow();
        loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
