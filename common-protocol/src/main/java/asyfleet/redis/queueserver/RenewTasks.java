package asyfleet.redis.queueserver;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that keeps the keys of tasks whose clients wait, and tells which are lost. See renew_tasks.lua. */
public final class RenewTasks {

    private static final LuaScript SCRIPT = LuaScript.load("renew_tasks");

    private final Redis redis;
    private final Duration life;

    public RenewTasks(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    /** The IDs that Redis no longer knows. */
    public CompletionStage<List<String>> run(Collection<String> ids) {
        ScriptArguments arguments =
                new ScriptArguments().add(RedisKeys.TASK).add(life.toSeconds()).addAll(ids);
        return SCRIPT.list(redis, List.of(), arguments).thenApply(Reply::texts);
    }
}
