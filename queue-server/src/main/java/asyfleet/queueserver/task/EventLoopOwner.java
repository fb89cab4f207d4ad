package asyfleet.queueserver.task;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A Netty event loop as the owner of tasks. */
public record EventLoopOwner(EventExecutor loop) implements Owner {

    @Override
    public boolean isCurrentThread() {
        return loop.inEventLoop();
    }

    @Override
    public Duration now() {
        return Duration.ofNanos(System.nanoTime());
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        Future<?> timer = loop.schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
        return () -> timer.cancel(false);
    }

    @Override
    public void execute(Runnable action) {
        loop.execute(action);
    }
}
