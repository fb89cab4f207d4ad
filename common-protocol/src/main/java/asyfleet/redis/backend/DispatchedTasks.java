package asyfleet.redis.backend;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import io.lettuce.core.Consumer;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The stream of dispatched tasks, as one backend process reads it. Waiting blocks a connection, so this one is its own.
 * Safe for any thread, but one read at a time.
 */
public final class DispatchedTasks implements AutoCloseable {

    private final Redis redis;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final Consumer<String> consumer;
    private final HandBackTasks handBack;

    private DispatchedTasks(Redis redis, String consumerName) {
        this.redis = redis;
        this.connection = redis.openConnection();
        this.consumer = Consumer.from(RedisKeys.BACKEND_GROUP, consumerName);
        this.handBack = new HandBackTasks(redis);
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

    /** Gives up tasks that were read and will not be claimed. If this is lost, they are taken over after a while. */
    public CompletionStage<Long> handBack(List<Dispatched> tasks) {
        return handBack.run(tasks);
    }

    private static List<Dispatched> tasks(List<StreamMessage<String, byte[]>> messages) {
        return messages.stream()
                .filter(message ->
                        message.getBody() != null && message.getBody().containsKey("task"))
                .map(message -> task(message.getId(), message.getBody()))
                .toList();
    }

    private static Dispatched task(String entry, Map<String, byte[]> fields) {
        Set<String> avoid = TaskRecord.processes(fields.get("avoid"));
        return new Dispatched(entry, Reply.text(fields.get("task")), fields.containsKey("interactive"), avoid);
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
