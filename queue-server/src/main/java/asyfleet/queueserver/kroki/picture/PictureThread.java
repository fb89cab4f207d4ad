package asyfleet.queueserver.kroki.picture;

import asyfleet.net.http.HttpError;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The thread that makes pictures of pixels, so that no event loop does. There is one, which bounds the memory as well: one
 * picture is unpacked at a time.
 */
public final class PictureThread implements AutoCloseable {

    private static final int MOST_WAITING = 32;

    private final ExecutorService thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            new DefaultThreadFactory("picture", true));

    public <T> CompletionStage<T> run(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, thread);
        } catch (RejectedExecutionException e) {
            throw new HttpError(503, "UNAVAILABLE", "Too many pictures wait to be converted; try again in a moment")
                    .withHeader("Retry-After", "5");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
