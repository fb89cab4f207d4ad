package asyfleet.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** How slots join the fleet, stay in it and leave it. See register_backends.lua, renew_, unregister_. */
public final class Registration {

    private static final LuaScript REGISTER = LuaScript.load("register_backends");
    private static final LuaScript RENEW = LuaScript.load("renew_backends");
    private static final LuaScript UNREGISTER = LuaScript.load("unregister_backends");

    private final Redis redis;
    private final Duration life;

    public Registration(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    /** IDs of new backends, one for each slot. */
    public CompletionStage<List<String>> register(int slots) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND)
                .add(life.toMillis())
                .add(slots)
                .add(RedisKeys.BACKEND_GROUP);
        List<String> keys = List.of(
                RedisKeys.BACKEND_COUNTER, RedisKeys.BACKEND_SET, RedisKeys.BACKEND_UPDATED, RedisKeys.OUTCOMING);
        return REGISTER.list(redis, keys, arguments).thenApply(Reply::texts);
    }

    /** False if any of them is no longer registered: then register anew. */
    public CompletionStage<Boolean> renew(Collection<String> backends) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND)
                .add(life.toMillis())
                .addAll(backends);
        return RENEW.integer(redis, List.of(RedisKeys.BACKEND_SET), arguments).thenApply(lost -> lost == 0);
    }

    /** Takes slots out, and ends the tasks they still ran. */
    public CompletionStage<Long> unregister(Collection<String> backends, Collection<String> tasks) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND)
                .add(backends.size())
                .addAll(backends)
                .addAll(tasks);
        List<String> keys =
                List.of(RedisKeys.BACKEND_SET, RedisKeys.BACKEND_UPDATED, RedisKeys.PROCESSING, RedisKeys.FINISHED);
        return UNREGISTER.integer(redis, keys, arguments);
    }
}
