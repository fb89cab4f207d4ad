package asyfleet.redis.scheduler;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that finds slots, tasks and queue servers that died without saying so. See sweep_fleet.lua. */
public final class SweepFleet {

    private static final LuaScript SCRIPT = LuaScript.load("sweep_fleet");

    /** Keeps one run to a few milliseconds; what is left is found by the next sweep. */
    private static final int MOST_ENTRIES = 1000;

    private static final List<String> KEYS = List.of(
            RedisKeys.LEADER,
            RedisKeys.BACKEND_SET,
            RedisKeys.PROCESSING,
            RedisKeys.EXECUTING,
            RedisKeys.DURATIONS,
            RedisKeys.QUEUE,
            RedisKeys.OUTCOMING,
            RedisKeys.FINISHED);

    private final Redis redis;
    private final Duration unclaimed;

    /** @param unclaimed how long a dispatched task may stay unread or unclaimed; longer than backends need to take it over */
    public SweepFleet(Redis redis, Duration unclaimed) {
        this.redis = redis;
        this.unclaimed = unclaimed;
    }

    /** Fails with {@link FencedException} if the token is no longer the leader's. */
    public CompletionStage<Sweep> run(FencingToken token, Collection<String> servers) {
        ScriptArguments arguments = new ScriptArguments()
                .add(token.value())
                .add(RedisKeys.TASK)
                .add(RedisKeys.BACKEND)
                .add(RedisKeys.BACKEND_GROUP)
                .add(unclaimed.toMillis())
                .add(HeadStart.AHEAD_OF_THE_QUEUE_MICROS)
                .add(MOST_ENTRIES)
                .add(RedisKeys.SERVER)
                .add(RedisKeys.BACKEND_PROCESS)
                .add(RedisKeys.TASK_UPDATED)
                .addAll(servers);
        return SCRIPT.list(redis, KEYS, arguments)
                .thenApply(reply -> Fenced.check(token, reply))
                .thenApply(reply -> new Sweep(
                        (int) Reply.integer(reply.get(1)),
                        Reply.texts(reply.get(2)),
                        Reply.texts(reply.get(3)),
                        Reply.integer(reply.get(4)),
                        Reply.texts(reply.get(5))));
    }
}
