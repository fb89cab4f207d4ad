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
    private static final List<String> KEYS = List.of(RedisKeys.PROCESSING, RedisKeys.FINISHED, RedisKeys.LEADER);
    private static final String NO_TOKEN = "";

    private final Redis redis;

    public AbandonTasks(Redis redis) {
        this.redis = redis;
    }

    /** For queue servers. Addresses of the slots that run some of them: connect and close, and the slot is free at once. */
    public CompletionStage<List<String>> run(Collection<String> ids) {
        return send(NO_TOKEN, ids).thenApply(reply -> Reply.texts(reply.subList(1, reply.size())).stream()
                .filter(address -> !address.isEmpty())
                .toList());
    }

    /** For a scheduler with a fencing token. False, and nothing has changed, if it no longer leads. */
    public CompletionStage<Boolean> run(String token, Collection<String> ids) {
        return send(token, ids).thenApply(reply -> Reply.integer(reply.get(0)) == 1);
    }

    private CompletionStage<List<Object>> send(String token, Collection<String> ids) {
        ScriptArguments arguments =
                new ScriptArguments().add(RedisKeys.TASK).add(token).addAll(ids);
        return SCRIPT.list(redis, KEYS, arguments);
    }
}
