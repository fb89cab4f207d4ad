package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletableFuture;

/**
 * The wait until the scheduler has something to take, which costs nothing while nothing happens.
 *
 * <p>{@code BLMOVE list list LEFT LEFT} blocks until the list has something and changes nothing. Each list has a
 * connection of its own, and each connection one wait under way at most: a wait that has not ended serves the next call
 * too. Safe for any thread.
 */
public final class EventWatch implements AutoCloseable {

    private static final double LONGEST_WAIT_SECONDS = 10;

    private final ListWatch ends;
    private final ListWatch arrivals;
    private final ListWatch backends;

    private EventWatch(Redis redis) {
        ends = new ListWatch(RedisKeys.FINISHED, redis.openConnection());
        arrivals = new ListWatch(RedisKeys.INCOMING, redis.openConnection());
        backends = new ListWatch(RedisKeys.BACKEND_UPDATED, redis.openConnection());
    }

    /** Connects; blocks meanwhile. */
    public static EventWatch open(Redis redis) {
        return new EventWatch(redis);
    }

    /** Completes when a task has ended, when the wait ends, or when it fails. The caller then looks. */
    public CompletableFuture<Void> ends() {
        return ends.begin();
    }

    /** The same for tasks that arrive, and for slots that join or leave. */
    public CompletableFuture<Void> otherThanEnds() {
        return CompletableFuture.anyOf(arrivals.begin(), backends.begin()).thenAccept(first -> {});
    }

    /** Whether slots may have joined or left since the last wait began. */
    public boolean backendsMayHaveChanged() {
        return backends.hasEnded();
    }

    @Override
    public void close() {
        ends.close();
        arrivals.close();
        backends.close();
    }

    private static final class ListWatch {

        private final String list;
        private final StatefulRedisConnection<String, byte[]> connection;
        private CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);

        ListWatch(String list, StatefulRedisConnection<String, byte[]> connection) {
            this.list = list;
            this.connection = connection;
        }

        /** Synchronized because a wait may be asked for by any thread and ends on one of Lettuce's. */
        synchronized CompletableFuture<Void> begin() {
            if (underWay.isDone()) {
                underWay = connection
                        .async()
                        .blmove(list, list, LMoveArgs.Builder.leftLeft(), LONGEST_WAIT_SECONDS)
                        .<Void>handle((head, failure) -> null)
                        .toCompletableFuture();
            }
            return underWay;
        }

        synchronized boolean hasEnded() {
            return underWay.isDone();
        }

        void close() {
            connection.close();
        }
    }
}
