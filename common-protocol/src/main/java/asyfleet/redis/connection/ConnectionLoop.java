package asyfleet.redis.connection;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The one event loop that all connections of a process to Redis share. Who is on it may write a command without waking
 * another thread. One is enough: it only moves bytes, and callbacks hop to their own threads. For any thread.
 */
final class ConnectionLoop implements EventLoopGroupProvider, Executor {

    private final DefaultEventLoopGroupProvider provider = new DefaultEventLoopGroupProvider(1);
    private volatile EventLoopGroup group; // written by the thread that connects, before anybody asks

    @Override
    public <T extends EventLoopGroup> T allocate(Class<T> type) {
        T allocated = provider.allocate(type);
        group = allocated;
        return allocated;
    }

    @Override
    public void execute(Runnable task) {
        group.next().execute(task);
    }

    /** The same a while from now. */
    void executeAfter(Duration delay, Runnable task) {
        group.next().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int threadPoolSize() {
        return provider.threadPoolSize();
    }

    @Override
    public Promise<Boolean> release(EventExecutorGroup allocated, long quietPeriod, long timeout, TimeUnit unit) {
        return provider.release(allocated, quietPeriod, timeout, unit);
    }

    @Override
    public Future<Boolean> shutdown(long quietPeriod, long timeout, TimeUnit unit) {
        return provider.shutdown(quietPeriod, timeout, unit);
    }
}
