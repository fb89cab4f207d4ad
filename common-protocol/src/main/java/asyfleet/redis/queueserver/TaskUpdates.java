package asyfleet.redis.queueserver;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.function.Consumer;

/**
 * The subscription to the news of tasks. What is new is told with it or in the lists of the task. One subscription serves
 * a whole queue server. A wake-up may be missing (a lost connection, a program that only pushes): the lists are the truth,
 * and a slow sweep reads them.
 */
public final class TaskUpdates implements AutoCloseable {

    private final StatefulRedisPubSubConnection<String, String> connection;

    private TaskUpdates(StatefulRedisPubSubConnection<String, String> connection) {
        this.connection = connection;
    }

    /** Calls back on a thread of Lettuce's. Blocks while connecting: for use at start-up. */
    public static TaskUpdates subscribe(Redis redis, Consumer<List<TaskUpdate>> listener) {
        StatefulRedisPubSubConnection<String, String> connection = redis.openSubscription();
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
                listener.accept(UpdateMessage.parse(message));
            }
        });
        connection.sync().subscribe(RedisKeys.TASK_UPDATED);
        return new TaskUpdates(connection);
    }

    @Override
    public void close() {
        connection.close();
    }
}
