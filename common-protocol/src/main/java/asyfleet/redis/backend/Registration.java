package asyfleet.redis.backend;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.connection.Seconds;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The registration of slots, by which they join the fleet, stay in it and leave it. See register_backends.lua, renew_,
 * unregister_.
 */
public final class Registration {

    private static final LuaScript REGISTER = LuaScript.load("register_backends");
    private static final LuaScript RENEW = LuaScript.load("renew_backends");
    private static final LuaScript UNREGISTER = LuaScript.load("unregister_backends");

    /** Longer than any living process goes without reading. */
    private static final Duration CONSUMER_LIFE = Duration.ofHours(1);

    /** Of the key of a slot, unless it is renewed; the published schema names this time. */
    private static final Duration SLOT_LIFE = Duration.ofSeconds(600);

    private final Redis redis;
    private final Duration life;
    private final String process;

    /** For slots that belong to no named process: each has a lease of its own, as those of other programs have. */
    public Registration(Redis redis, Duration life) {
        this(redis, life, "");
    }

    /**
     * @param life how long the process, and with it its slots, lives unless renewed
     * @param process its name
     */
    public Registration(Redis redis, Duration life, String process) {
        this.redis = redis;
        this.life = life;
        this.process = process;
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
                .add(consumerLife.toMillis())
                .add(process)
                .add(SLOT_LIFE.toMillis());
        List<String> keys = List.of(
                RedisKeys.BACKEND_COUNTER,
                RedisKeys.BACKEND_SET,
                RedisKeys.BACKEND_UPDATED,
                RedisKeys.OUTCOMING,
                RedisKeys.BACKEND_PROCESS + process);
        return REGISTER.list(redis, keys, arguments).thenApply(Reply::texts);
    }

    /**
     * A task that a slot runs.
     *
     * @param options what its client asked for
     * @param duration how long it may run, as the scheduler decided when the slot claimed it
     */
    public record SlotExecution(ClaimTasks.ClaimRequest claim, TaskOptions options, Duration duration) {

        private void addTo(ScriptArguments arguments) {
            arguments.add(claim.task().id()).add(claim.backend()).add(claim.address());
            arguments.addSeconds(duration).add(asked());
        }

        /** As take_events.lua puts it. */
        private String asked() {
            if (options.interactive()) {
                return "interactive";
            }
            return options.timeoutMillis() == null ? "" : Seconds.format(Duration.ofMillis(options.timeoutMillis()));
        }
    }

    /** The numbers of slots, and of tasks of theirs, that Redis had forgotten. */
    public record Renewal(long backends, long tasks) {}

    /** Keeps them in the fleet. Slots and tasks that Redis had forgotten come back under the same IDs. */
    public CompletionStage<Renewal> renew(Collection<String> backends, Collection<SlotExecution> executions) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND)
                .add(life.toMillis())
                .add(RedisKeys.BACKEND_GROUP)
                .add(RedisKeys.TASK)
                .add(process)
                .add(SLOT_LIFE.toMillis())
                .add(backends.size())
                .addAll(backends);
        executions.forEach(execution -> execution.addTo(arguments));
        List<String> keys = List.of(
                RedisKeys.BACKEND_SET,
                RedisKeys.BACKEND_UPDATED,
                RedisKeys.OUTCOMING,
                RedisKeys.PROCESSING,
                RedisKeys.EXECUTING,
                RedisKeys.DURATIONS,
                RedisKeys.BACKEND_PROCESS + process);
        return RENEW.list(redis, keys, arguments)
                .thenApply(reply -> new Renewal(Reply.integer(reply.get(0)), Reply.integer(reply.get(1))));
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
                RedisKeys.OUTCOMING,
                RedisKeys.BACKEND_PROCESS + process);
        return UNREGISTER.integer(redis, keys, arguments);
    }
}
