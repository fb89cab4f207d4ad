package asyfleet.net;

import io.netty.util.concurrent.EventExecutor;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.TimeUnit;

/** A measurement of how late event loops do what is due: something blocks them, or the machine has too much to do. */
public final class EventLoopLag {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_SECOND = 1e9;

    private EventLoopLag() {}

    /** Looks once a second at each loop, for as long as the loops live. */
    public static void watch(NetThreads threads, PrometheusRegistry registry) {
        Histogram lag = Histogram.builder()
                .name("asyfleet_event_loop_lag_seconds")
                .help("How late an event loop did what was due, looked at once a second")
                .classicOnly()
                .classicUpperBounds(.001, .005, .01, .025, .05, .1, .25, .5, 1, 5)
                .register(registry);
        threads.loops().forEach(loop -> look(loop, lag));
    }

    private static void look(EventExecutor loop, Histogram lag) {
        long due = System.nanoTime() + PERIOD_NANOS;
        loop.schedule(
                () -> {
                    lag.observe(Math.max(0, System.nanoTime() - due) / NANOS_PER_SECOND);
                    look(loop, lag);
                },
                PERIOD_NANOS,
                TimeUnit.NANOSECONDS);
    }
}
