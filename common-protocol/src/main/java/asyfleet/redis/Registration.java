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

    /** Longer than any living process goes without reading. */
    private static final Duration CONSUMER_LIFE = Duration.ofHours(1);

    private final Redis redis;
    private final Duration life;

    public Registration(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    /** IDs of new backends, one for each slot. */
    public CompletionStage<List<String>> register(int slots) {
        return register(slots, CONSUMER_LIFE);
    }

    CompletionStage<List<String>> register(int slots, Duration consumerLife) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND)
                .add(life.toMillis())
                .add(slots)
                .add(RedisKeys.BACKEND_GROUP)
                .add(consumerLife.toMillis());
        List<String> keys = List.of(
                RedisKeys.BACKEND_COUNTER, RedisKeys.BACKEND_SET, RedisKeys.BACKEND_UPDATED, RedisKeys.OUTCOMING);
        return REGISTER.list(redis, keys, arguments).thenApply(Reply::texts);
    }

    /** How many of them Redis had forgotten; they are registered again, under the same IDs. */
    public CompletionStage<Long> renew(Collection<String> backends) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND)
                .add(life.toMillis())
                .add(RedisKeys.BACKEND_GROUP)
                .addAll(backends);
        List<String> keys = List.of(RedisKeys.BACKEND_SET, RedisKeys.BACKEND_UPDATED, RedisKeys.OUTCOMING);
        return RENEW.integer(redis, keys, arguments);
    }

    /** Takes slots out, and ends the tasks they still ran. The process goes on reading with its other slots. */
    public CompletionStage<Long> unregister(Collection<String> backends, Collection<String> tasks) {
        return leave("", backends, tasks);
    }

    /** Takes the last slots of a process out, and its name from among those who read the stream. */
    public CompletionStage<Long> leave(String consumer, Collection<String> backends, Collection<String> tasks) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND)
                .add(RedisKeys.BACKEND_GROUP)
                .add(consumer)
                .add(backends.size())
                .addAll(backends)
                .addAll(tasks);
        List<String> keys = List.of(
                RedisKeys.BACKEND_SET,
                RedisKeys.BACKEND_UPDATED,
                RedisKeys.PROCESSING,
                RedisKeys.FINISHED,
                RedisKeys.OUTCOMING);
        return UNREGISTER.integer(redis, keys, arguments);
    }
}
