package asyfleet.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XClaimArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The stream of dispatched tasks, as one backend process reads it. Waiting blocks a connection, so this one is its own.
 * Safe for any thread, but one read at a time.
 */
public final class DispatchedTasks implements AutoCloseable {

    /** An entry that is handed back looks this old, so that the next who looks for abandoned ones takes it over. */
    private static final Duration HANDED_BACK = Duration.ofMinutes(1);

    private final Redis redis;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final Consumer<String> consumer;

    private DispatchedTasks(Redis redis, String consumerName) {
        this.redis = redis;
        this.connection = redis.openConnection();
        this.consumer = Consumer.from(RedisKeys.BACKEND_GROUP, consumerName);
    }

    /** Connects; blocks meanwhile. The consumer group exists once a backend is registered. */
    public static DispatchedTasks open(Redis redis, String consumerName) {
        return new DispatchedTasks(redis, consumerName);
    }

    /** Waits for tasks, at most this long (under the 30 s that a blocking command may take); empty if none came. */
    @SuppressWarnings("unchecked") // Lettuce takes the streams to read as generic varargs; here it is one
    public CompletionStage<List<Dispatched>> next(int most, Duration wait) {
        return connection
                .async()
                .xreadgroup(
                        consumer,
                        XReadArgs.Builder.block(wait).count(most),
                        StreamOffset.lastConsumed(RedisKeys.OUTCOMING))
                .thenApply(DispatchedTasks::tasks);
    }

    /** Takes over what another process read and, for this long, did not claim: it died. Does not wait. */
    public CompletionStage<List<Dispatched>> takeOver(int most, Duration idle) {
        return redis.commands()
                .xautoclaim(
                        RedisKeys.OUTCOMING,
                        XAutoClaimArgs.Builder.xautoclaim(consumer, idle, "0").count(most))
                .thenApply(claimed -> tasks(claimed.getMessages()));
    }

    /** Gives up tasks that were read and will not be claimed, so that others need not wait to take them over. */
    public CompletionStage<?> handBack(List<Dispatched> tasks) {
        if (tasks.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        String[] entries = tasks.stream().map(Dispatched::entry).toArray(String[]::new);
        return redis.commands()
                .xclaim(
                        RedisKeys.OUTCOMING,
                        consumer,
                        new XClaimArgs().idle(HANDED_BACK).justid(),
                        entries);
    }

    private static List<Dispatched> tasks(List<StreamMessage<String, byte[]>> messages) {
        return messages.stream()
                .filter(message ->
                        message.getBody() != null && message.getBody().containsKey("task"))
                .map(message -> new Dispatched(
                        message.getId(), Reply.text(message.getBody().get("task"))))
                .toList();
    }

    /** A read under way fails; what it might have brought is taken over like a dead process's. Does not block. */
    public CompletionStage<Void> closeAsync() {
        return connection.closeAsync();
    }

    @Override
    public void close() {
        connection.close();
    }
}
