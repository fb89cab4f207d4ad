package asyfleet.redis.apitask;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/** The subscription to the IDs of asynchronous tasks that have news. One may be missing; the lists are the truth. */
public final class ApiTaskUpdates implements AutoCloseable {

    private static final String ENDED = " ended";

    private final StatefulRedisPubSubConnection<String, String> connection;

    private ApiTaskUpdates(StatefulRedisPubSubConnection<String, String> connection) {
        this.connection = connection;
    }

    /** Is told of the tasks of all queue servers, on a thread of Lettuce's. */
    @FunctionalInterface
    public interface Listener {
        void updated(String id, boolean ended);
    }

    /** Blocks while connecting: for use at start-up. */
    public static ApiTaskUpdates subscribe(Redis redis, Listener listener) {
        StatefulRedisPubSubConnection<String, String> connection = redis.openSubscription();
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String text) {
                boolean ended = text.endsWith(ENDED);
                listener.updated(ended ? text.substring(0, text.length() - ENDED.length()) : text, ended);
            }
        });
        connection.sync().subscribe(RedisKeys.API_UPDATED);
        return new ApiTaskUpdates(connection);
    }

    @Override
    public void close() {
        connection.close();
    }
}
