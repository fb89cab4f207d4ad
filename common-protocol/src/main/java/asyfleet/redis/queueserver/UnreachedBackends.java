package asyfleet.redis.queueserver;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.function.Consumer;

/**
 * The subscription to the addresses at which backend processes ask queue servers to connect and hang up, because they
 * doubt that anybody reaches them. A question may be missing: a process asks again.
 */
public final class UnreachedBackends implements AutoCloseable {

    private final StatefulRedisPubSubConnection<String, String> connection;

    private UnreachedBackends(StatefulRedisPubSubConnection<String, String> connection) {
        this.connection = connection;
    }

    /** Calls back on a thread of Lettuce's. Blocks while connecting: for use at start-up. */
    public static UnreachedBackends subscribe(Redis redis, Consumer<String> listener) {
        StatefulRedisPubSubConnection<String, String> connection = redis.openSubscription();
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String address) {
                listener.accept(address);
            }
        });
        connection.sync().subscribe(RedisKeys.BACKEND_UNREACHED);
        return new UnreachedBackends(connection);
    }

    @Override
    public void close() {
        connection.close();
    }
}
