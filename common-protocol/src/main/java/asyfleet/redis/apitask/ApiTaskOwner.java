package asyfleet.redis.apitask;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The asynchronous tasks that one queue server owns. See adopt_api_tasks.lua and keep_api_tasks.lua. */
public final class ApiTaskOwner {

    private static final LuaScript ADOPT = LuaScript.load("adopt_api_tasks");
    private static final LuaScript KEEP = LuaScript.load("keep_api_tasks");

    /** Few, so that the servers that are left share what a dead one leaves. */
    private static final int MOST_ADOPTED_AT_ONCE = 20;

    private static final int KEPT_AT_ONCE = 200;

    private final Redis redis;
    private final String id;
    private final Duration life;

    /**
     * @param id of the queue server's lease
     * @param life how long the keys of an unfinished task live unless kept
     */
    public ApiTaskOwner(Redis redis, String id, Duration life) {
        this.redis = redis;
        this.id = id;
        this.life = life;
    }

    public String id() {
        return id;
    }

    /** Some tasks whose owners are dead; from now on they are this one's. */
    public CompletionStage<List<String>> adopt() {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(RedisKeys.SERVER)
                .add(RedisKeys.API_OWNED)
                .add(RedisKeys.API_TASK)
                .add(MOST_ADOPTED_AT_ONCE);
        return ADOPT.list(redis, keys(), arguments).thenApply(Reply::texts);
    }

    /** Keeps all tasks of this owner alive in Redis, in chunks, and names them. */
    public CompletionStage<List<String>> keep() {
        return keep("0", new ArrayList<>());
    }

    private CompletionStage<List<String>> keep(String cursor, List<String> ids) {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(life.toSeconds())
                .add(RedisKeys.API_TASK)
                .add(RedisKeys.TASK_FILES)
                .add(RedisKeys.API_TASK_EVENTS)
                .add(cursor)
                .add(KEPT_AT_ONCE);
        return KEEP.list(redis, keys(), arguments).thenCompose(reply -> {
            List<String> texts = Reply.texts(reply);
            ids.addAll(texts.subList(1, texts.size()));
            return texts.get(0).equals("0") ? CompletableFuture.completedStage(ids) : keep(texts.get(0), ids);
        });
    }

    /** The task has ended and everybody has been told. */
    public CompletionStage<Long> release(String task) {
        return redis.commands().srem(RedisKeys.API_OWNED + id, task.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> keys() {
        return List.of(RedisKeys.API_OWNERS, RedisKeys.API_OWNED + id);
    }
}
