package asyfleet.redis.backend;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.PoolFigures;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that publishes the figures of one backend process. See publish_pool.lua. */
final class PublishPool {

    private static final LuaScript SCRIPT = LuaScript.load("publish_pool");

    private final Redis redis;
    private final String process;
    private final Duration life;

    /**
     * @param process a name that no other process has or had
     * @param life longer than the time between two calls
     */
    PublishPool(Redis redis, String process, Duration life) {
        this.redis = redis;
        this.process = process;
        this.life = life;
    }

    CompletionStage<Long> run(PoolFigures figures) {
        ScriptArguments arguments = new ScriptArguments()
                .add(process)
                .add(life.toMillis())
                .add(figures.created())
                .add(figures.reused())
                .add(figures.deleted())
                .add(figures.runs())
                .add(figures.active());
        return SCRIPT.integer(redis, List.of(RedisKeys.STATS_POOL, RedisKeys.STATS), arguments);
    }
}
