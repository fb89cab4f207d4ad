package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The wait until the scheduler has something to take, which costs nothing while nothing happens.
 *
 * <p>{@code BLMOVE list list LEFT LEFT} blocks until the list has something and changes nothing. Each list has a
 * connection of its own, and each connection one wait under way at most: a wait that has not ended serves the next call
 * too. Safe for any thread.
 */
public final class EventWatch implements AutoCloseable {

    private static final double LONGEST_WAIT_SECONDS = 10;

    private final List<ListWatch> watches = new ArrayList<>();

    private EventWatch(Redis redis) {
        for (String list : List.of(RedisKeys.INCOMING, RedisKeys.FINISHED, RedisKeys.BACKEND_UPDATED)) {
            watches.add(new ListWatch(list, redis.openConnection()));
        }
    }

    /** Connects; blocks meanwhile. */
    public static EventWatch open(Redis redis) {
        return new EventWatch(redis);
    }

    /** Completes when a list has something, when a wait ends, or when one fails. The caller then looks. */
    public CompletionStage<Void> something() {
        CompletableFuture<?>[] waits = watches.stream().map(ListWatch::wait0).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.anyOf(waits).thenAccept(first -> {});
    }

    @Override
    public void close() {
        watches.forEach(ListWatch::close);
    }

    private static final class ListWatch {

        private final String list;
        private final StatefulRedisConnection<String, byte[]> connection;
        private CompletableFuture<Void> underWay;

        ListWatch(String list, StatefulRedisConnection<String, byte[]> connection) {
            this.list = list;
            this.connection = connection;
        }

        /** Synchronized because a wait may be asked for by any thread and ends on one of Lettuce's. */
        synchronized CompletableFuture<Void> wait0() {
            if (underWay == null || underWay.isDone()) {
                underWay = connection
                        .async()
                        .blmove(list, list, LMoveArgs.Builder.leftLeft(), LONGEST_WAIT_SECONDS)
                        .<Void>handle((head, failure) -> null)
                        .toCompletableFuture();
            }
            return underWay;
        }

        void close() {
            connection.close();
        }
    }

    /** How long a wait may take when nothing happens; a caller's own timer must not rely on less. */
    public static Duration longestWait() {
        return Duration.ofSeconds((long) LONGEST_WAIT_SECONDS);
    }
}
