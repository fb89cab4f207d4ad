package asyfleet.redis.connection;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A step that is taken on the connection's own thread. What it asks of {@link BatchedCalls} goes to Redis together, however
 * fast the machine is: the thread sends nothing before the step is done.
 */
public final class ConnectionTurn {

    private ConnectionTurn() {}

    /** @param step must not wait for an answer of Redis */
    public static <T> T take(Redis redis, Supplier<T> step) {
        return CompletableFuture.supplyAsync(step, redis.executor()).join();
    }
}
