package asyfleet.lab.bench.all;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Loops end with the time, and every step that they began is counted. */
final class TimedLoopsTest {

    @Test
    void everyStepThatWasBegunCounts() {
        AtomicInteger begun = new AtomicInteger();
        TimedLoops.Done done = new TimedLoops(3, Duration.ofMillis(20)).run(() -> {
            begun.incrementAndGet();
            return CompletableFuture.completedFuture(null);
        });
        assertEquals(begun.get(), done.steps());
    }

    @Test
    void aLoopWhoseTimeIsOverBeginsNothing() {
        AtomicInteger begun = new AtomicInteger();
        TimedLoops.Done done = new TimedLoops(2, Duration.ZERO).run(() -> {
            begun.incrementAndGet();
            return CompletableFuture.completedFuture(null);
        });
        assertEquals(0, begun.get());
        assertEquals(0, done.steps());
    }
}
