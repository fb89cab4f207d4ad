package asyfleet.redis.apitask;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The asynchronous tasks that one queue server owns. See adopt_api_tasks.lua, keep_api_tasks.lua
 * and release_api_task.lua.
 */
public final class ApiTaskOwner {

    private static final LuaScript ADOPT = LuaScript.load("adopt_api_tasks");
    private static final LuaScript KEEP = LuaScript.load("keep_api_tasks");
    private static final LuaScript RELEASE = LuaScript.load("release_api_task");

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

    /**
     * A look at the leases of all owners.
     *
     * @param adopted tasks that are this owner's from now on
     * @param lapsed owners without a lease, whether their tasks were adopted or not
     */
    public record Look(List<String> adopted, List<String> lapsed) {}

    /**
     * Looks at the leases of all owners, and adopts some tasks of those that are known to be dead. Sees and does nothing
     * while this owner has no lease itself.
     *
     * @param dead a lease that is back all the same keeps its tasks
     */
    public CompletionStage<Look> adopt(Collection<String> dead) {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(RedisKeys.SERVER)
                .add(RedisKeys.API_OWNED)
                .add(RedisKeys.API_TASK)
                .add(MOST_ADOPTED_AT_ONCE)
                .addAll(dead);
        List<String> keys = List.of(RedisKeys.API_OWNERS, RedisKeys.API_OWNED + id, RedisKeys.SERVER + id);
        return ADOPT.list(redis, keys, arguments)
                .thenApply(reply -> new Look(Reply.texts(reply.get(0)), Reply.texts(reply.get(1))));
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

    /** The task has ended and everybody has been told; from now on {@link ApiTask#isTold}. */
    public CompletionStage<Long> release(String task) {
        List<String> keys = List.of(RedisKeys.API_OWNED + id, RedisKeys.API_TASK + task);
        return RELEASE.integer(redis, keys, new ScriptArguments().add(task).add(id));
    }

    private List<String> keys() {
        return List.of(RedisKeys.API_OWNERS, RedisKeys.API_OWNED + id);
    }
}
