package asyfleet.redis.scheduler;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that takes a batch of arrivals and endings and records it in the same step. See take_events.lua. */
public final class TakeEvents {

    /** Bounds one script run to a few milliseconds; the next call takes the rest. */
    static final int MOST_PER_LIST = 1000;

    /** How many tasks of one caller fit into the head start of one priority, when callers take turns. */
    static final int TURNS_IN_A_STEP = 50;

    private static final LuaScript SCRIPT = LuaScript.load("take_events");
    private static final List<String> KEYS = List.of(
            RedisKeys.LEADER,
            RedisKeys.INCOMING,
            RedisKeys.FINISHED,
            RedisKeys.BACKEND_UPDATED,
            RedisKeys.QUEUE,
            RedisKeys.DURATIONS,
            RedisKeys.EXECUTING,
            RedisKeys.PROCESSING,
            RedisKeys.BACKEND_SET);

    private final Redis redis;
    private final Duration priorityStep;

    public TakeEvents(Redis redis, Duration priorityStep) {
        this.redis = redis;
        this.priorityStep = priorityStep;
    }

    /**
     * The state of the scheduler in the moment in which it takes.
     *
     * @param lastArrival of the last call
     * @param atOnce how many tasks can be dispatched at once: so many slots are free, and nobody waits
     * @param backends whether slots may have joined or left
     */
    public record Known(long lastArrival, int atOnce, boolean backends) {}

    /**
     * Fails with {@link FencedException} if the token is no longer the leader's, and with
     * {@link TasksBroughtBackException} if what the caller knows is not all there is; nothing was taken then.
     */
    public CompletionStage<Events> run(FencingToken token, Known known) {
        long stepMicros = priorityStep.toNanos() / 1000;
        ScriptArguments arguments = new ScriptArguments()
                .add(token.value())
                .add(RedisKeys.TASK)
                .add(MOST_PER_LIST)
                .add(known.lastArrival)
                .add(stepMicros)
                .add(HeadStart.AHEAD_OF_THE_QUEUE_MICROS)
                .add(stepMicros / TURNS_IN_A_STEP)
                .add(RedisKeys.QUEUE_TURN)
                .add(TURNS_IN_A_STEP)
                .add(known.atOnce)
                .add(known.backends ? 1 : 0);
        return SCRIPT.list(redis, KEYS, arguments)
                .thenApply(reply -> check(Fenced.check(token, reply)))
                .thenApply(reply -> new Events(
                        Arrival.list(Reply.texts(reply.get(1))),
                        Reply.texts(reply.get(2)),
                        (int) Reply.integer(reply.get(3)),
                        Reply.integer(reply.get(4)),
                        Reply.integer(reply.get(5))));
    }

    private static List<Object> check(List<Object> reply) {
        if (Reply.integer(reply.get(0)) == 2) {
            throw new TasksBroughtBackException();
        }
        return reply;
    }
}
