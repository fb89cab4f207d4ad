package asyfleet.config;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of a service to systemd, which started it with {@code Type=notify} and named a socket for them. Where nobody
 * did, nothing is sent.
 */
final class SystemdNotice {

    private static final Logger LOG = LoggerFactory.getLogger(SystemdNotice.class);

    private final String socket;

    SystemdNotice(Map<String, String> environment) {
        this.socket = environment.getOrDefault("NOTIFY_SOCKET", "");
    }

    /** The service takes requests. */
    void ready() {
        send("READY=1");
    }

    /** The service was told to end, and finishes what it accepted. */
    void stopping() {
        send("STOPPING=1");
    }

    private void send(String message) {
        if (socket.isEmpty()) {
            return;
        }
        try {
            EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
            try {
                send(loop, message);
            } finally {
                loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            }
        } catch (Exception | LinkageError e) { // no such socket, or a machine without the native parts of epoll
            LOG.warn("systemd not told message={} socket={} reason={}", message, socket, e.toString());
        }
    }

    private void send(EventLoopGroup loop, String message) {
        new Bootstrap()
                .group(loop)
                .channel(EpollDomainDatagramChannel.class)
                .handler(nothingIsReceived())
                .connect(new DomainSocketAddress(socket))
                .syncUninterruptibly()
                .channel()
                .writeAndFlush(Unpooled.copiedBuffer(message, StandardCharsets.US_ASCII))
                .syncUninterruptibly()
                .channel()
                .close()
                .syncUninterruptibly();
    }

    private static ChannelHandler nothingIsReceived() {
        return new ChannelInboundHandlerAdapter();
    }
}
