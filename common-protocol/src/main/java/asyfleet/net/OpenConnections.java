package asyfleet.net;

import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.websocket.ServerStopping;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections of one server. Called from all event loops and from whoever stops the server, hence the concurrent
 * group, the atomic count and the volatile flag.
 */
final class OpenConnections {

    private final int max;
    private final HttpMetrics metrics;
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean stopping;

    OpenConnections(int max, HttpMetrics metrics) {
        this.max = max;
        this.metrics = metrics;
    }

    /** Counts the connection in, and out when it closes. False: there are too many. */
    boolean admit(Channel channel) {
        if (count.incrementAndGet() > max) {
            count.decrementAndGet();
            metrics.connectionRefused();
            return false;
        }
        metrics.connectionOpened();
        channel.closeFuture().addListener(closed -> {
            count.decrementAndGet();
            metrics.connectionClosed();
        });
        return true;
    }

    /** To be called when the pipeline is complete, so that every connection hears of a stop, whichever comes first. */
    void add(Channel channel) {
        channels.add(channel);
        if (stopping) {
            channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        }
    }

    /** Tells every connection that the server stops. The future completes when all of them have closed. */
    ChannelGroupFuture stop() {
        stopping = true;
        ChannelGroupFuture allClosed = channels.newCloseFuture();
        channels.forEach(channel -> channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT));
        return allClosed;
    }

    /** Tells every connection that is still open that it may not go on. */
    void giveUp() {
        channels.forEach(channel -> channel.pipeline().fireUserEventTriggered(ServerStopping.TIME_IS_UP));
    }

    void closeAll() {
        channels.close();
    }

    int count() {
        return count.get();
    }
}
