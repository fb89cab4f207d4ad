package asyfleet.lab.bench.all;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Loops that run side by side for a time. A loop begins its next step when its last has ended, and none when the time is
 * over; those under way then are waited for, and count.
 */
record TimedLoops(int loops, Duration time) {

    /**
     * The steps that were done.
     *
     * @param seconds from the first beginning to the last end
     */
    record Done(long steps, double seconds) {

        double perSecond() {
            return steps / seconds;
        }
    }

    Done run(Supplier<CompletionStage<?>> step) {
        LongAdder steps = new LongAdder();
        long began = System.nanoTime();
        long end = began + time.toNanos();
        CompletableFuture<?>[] all = IntStream.range(0, loops)
                .mapToObj(loop -> repeat(step, steps, end).toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).join();
        return new Done(steps.sum(), (System.nanoTime() - began) / 1e9);
    }

    private static CompletionStage<Void> repeat(Supplier<CompletionStage<?>> step, LongAdder steps, long end) {
        if (System.nanoTime() - end >= 0) {
            return CompletableFuture.completedFuture(null);
        }
        return step.get().thenComposeAsync(done -> {
            steps.increment();
            return repeat(step, steps, end);
        });
    }
}
