package asyfleet.redis.schema;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that gives up tasks that nobody waits for any more. See abandon_task.lua. */
public final class AbandonTasks {

    private static final LuaScript SCRIPT = LuaScript.load("abandon_task");

    private final Redis redis;

    public AbandonTasks(Redis redis) {
        this.redis = redis;
    }

    /** Addresses of the slots that run some of them: connect and close, and the slot is free at once. */
    public CompletionStage<List<String>> run(Collection<String> ids) {
        ScriptArguments arguments = new ScriptArguments().add(RedisKeys.TASK).addAll(ids);
        return SCRIPT.list(redis, List.of(RedisKeys.PROCESSING, RedisKeys.FINISHED), arguments)
                .thenApply(reply -> Reply.texts(reply).stream()
                        .filter(address -> !address.isEmpty())
                        .toList());
    }
}
