package asyfleet.redis.scheduler;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that reads the queue for an operator, without leading. See inspect_fleet.lua. */
public final class InspectFleet {

    private static final LuaScript SCRIPT = LuaScript.load("inspect_fleet");
    private static final List<String> KEYS = List.of(
            RedisKeys.LEADER,
            RedisKeys.QUEUE,
            RedisKeys.DURATIONS,
            RedisKeys.EXECUTING,
            RedisKeys.PROCESSING,
            RedisKeys.INCOMING,
            RedisKeys.FINISHED,
            RedisKeys.BACKEND_SET);

    private final Redis redis;

    public InspectFleet(Redis redis) {
        this.redis = redis;
    }

    /** @param mostWaiting how many tasks to read from the head of the queue */
    public CompletionStage<Inspection> run(int mostWaiting) {
        ScriptArguments arguments = new ScriptArguments().add(RedisKeys.TASK).add(mostWaiting);
        return SCRIPT.list(redis, KEYS, arguments).thenApply(InspectFleet::inspection);
    }

    private static Inspection inspection(List<Object> reply) {
        Inspection.Leader leader = new Inspection.Leader(
                Reply.text(reply.get(4)), Duration.ofMillis(Math.max(0, Reply.integer(reply.get(5)))));
        return new Inspection(
                FleetState.of(reply),
                leader,
                (int) Reply.integer(reply.get(6)),
                (int) Reply.integer(reply.get(7)),
                new Inspection.NotTakenIn((int) Reply.integer(reply.get(8)), (int) Reply.integer(reply.get(9))));
    }
}
