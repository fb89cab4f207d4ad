package asyfleet.lab.bench.fleet;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A fixed number of steps, shared between loops that run side by side. A loop begins its next step when its last has
 * ended.
 */
record ParallelLoops(int steps, int loops) {

    /** How many of the steps are one loop's. */
    int share(int loop) {
        return steps / loops + (loop < steps % loops ? 1 : 0);
    }

    /** @param step begins a step of the loop with that index */
    double stepsPerSecond(IntFunction<CompletionStage<?>> step) {
        return stepsPerSecond(() -> IntStream.range(0, loops)
                .mapToObj(loop -> repeat(() -> step.apply(loop), share(loop)).toCompletableFuture())
                .toList());
    }

    /** @param start begins all loops, each of which takes its {@link #share} of the steps by itself */
    double stepsPerSecond(Supplier<List<CompletableFuture<Void>>> start) {
        long began = System.nanoTime();
        CompletableFuture.allOf(start.get().toArray(CompletableFuture[]::new)).join();
        return steps / ((System.nanoTime() - began) / 1e9);
    }

    private static CompletionStage<Void> repeat(Supplier<CompletionStage<?>> step, int times) {
        if (times == 0) {
            return CompletableFuture.completedFuture(null);
        }
        return step.get().thenComposeAsync(done -> repeat(step, times - 1));
    }
}
