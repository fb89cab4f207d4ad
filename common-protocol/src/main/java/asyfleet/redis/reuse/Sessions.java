package asyfleet.redis.reuse;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Named sessions, each with one task at a time over all queue servers. See hold_session.lua. */
public final class Sessions implements AutoCloseable {

    private static final LuaScript SCRIPT = LuaScript.load("hold_session");

    /** Longer than a shell lives; what a dead server leaves behind is small, and harms nobody. */
    private static final Duration LIFE = Duration.ofDays(1);

    private final Redis redis;
    private final StatefulRedisPubSubConnection<String, String> superseded;

    private Sessions(Redis redis, StatefulRedisPubSubConnection<String, String> superseded) {
        this.redis = redis;
        this.superseded = superseded;
    }

    /** Calls back with holders, of any queue server, that were superseded, on a thread of Lettuce's. Blocks meanwhile. */
    public static Sessions open(Redis redis, Consumer<String> whenSuperseded) {
        StatefulRedisPubSubConnection<String, String> connection = redis.openSubscription();
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String holder) {
                whenSuperseded.accept(holder);
            }
        });
        connection.sync().subscribe(RedisKeys.SESSION_SUPERSEDED);
        return new Sessions(redis, connection);
    }

    /** The holder is now the newest of its session; the one before it is superseded. */
    public CompletionStage<Long> enter(String session, String holder) {
        return run("enter", session, holder);
    }

    public CompletionStage<Long> leave(String session, String holder) {
        return run("leave", session, holder);
    }

    private CompletionStage<Long> run(String verb, String session, String holder) {
        ScriptArguments arguments = new ScriptArguments()
                .add(verb)
                .add(holder)
                .add(LIFE.toSeconds())
                .add(RedisKeys.SESSION_SUPERSEDED);
        return SCRIPT.integer(redis, List.of(RedisKeys.SESSION + session), arguments);
    }

    @Override
    public void close() {
        superseded.close();
    }
}
