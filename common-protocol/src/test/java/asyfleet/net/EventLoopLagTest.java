package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.testing.MetricValues;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class EventLoopLagTest {

    private static final String SERIES = "asyfleet_event_loop_lag_seconds_";

    @Test
    void aLoopThatIsBlockedIsSeen() throws Exception {
        PrometheusRegistry registry = new PrometheusRegistry();
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        try (NetThreads threads = NetThreads.create(1)) {
            EventLoopLag.watch(threads, registry);
            long began = System.nanoTime();
            threads.loops().next().execute(() -> {
                blocked.countDown();
                awaitUnchecked(free);
            });
            blocked.await();
            Awaitility.await().until(() -> System.nanoTime() - began > 1_500_000_000L);
            free.countDown();

            // It was to look after 1 s and could after 1.5 s at the earliest.
            Awaitility.await().until(() -> MetricValues.of(registry, SERIES + "count") >= 1);
            assertTrue(MetricValues.of(registry, SERIES + "sum") > .4);
        }
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
