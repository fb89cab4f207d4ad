package asyfleet.redis.apitask;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Replicas;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asynchronous tasks, which any queue server can tell about and of which each has one owner that runs it. */
public final class ApiTasks {

    private static final LuaScript STORE = LuaScript.load("store_api_task");
    private static final LuaScript RECORD = LuaScript.load("record_api_task");
    private static final LuaScript FINISH = LuaScript.load("finish_api_task");

    /** In place of an owner: a client ends the task, whoever owns it. */
    public static final String CLIENT = "";

    private final Redis redis;
    private final Lives lives;
    private final Optional<Replicas> replicas;

    /**
     * The lives of the keys of a task.
     *
     * @param unfinished unless renewed
     * @param finished how long its result can be fetched
     */
    public record Lives(Duration unfinished, Duration finished) {}

    private static final int ANY_NUMBER = -1;

    /** The outcome of a call that writes about a task. */
    public enum Written {
        /** It is written. */
        DONE,
        /** It had ended before, or has another owner. */
        NOT_YOURS,
        /** There is no such task, or Redis lost it. */
        GONE
    }

    /**
     * The end of a task.
     *
     * @param outcome all about it, for the queue server to read again
     * @param event what clients that listen are told
     * @param image empty for none
     */
    public record End(String state, byte[] outcome, String event, byte[] image) {}

    public ApiTasks(Redis redis, Lives lives) {
        this(redis, lives, Optional.empty());
    }

    /** @param replicas must have a task before it counts as stored */
    public ApiTasks(Redis redis, Lives lives, Optional<Replicas> replicas) {
        this.redis = redis;
        this.lives = lives;
        this.replicas = replicas;
    }

    /** The contents of a task, with which it can be run: fields that the queue server gives a meaning, and files. */
    public record Contents(Map<String, byte[]> fields, Map<String, byte[]> files) {}

    /** Empty when stored, also on replicas if they count; else how many tasks wait already. */
    public CompletionStage<Optional<Long>> store(String id, String owner, Contents contents, int mostWaiting) {
        CompletionStage<Optional<Long>> stored = store(id, owner, contents, mostWaiting, 0);
        if (replicas.isEmpty()) {
            return stored;
        }
        return stored.thenCompose(full -> full.isPresent()
                ? CompletableFuture.completedStage(full)
                : replicas.get().have(task(id)).thenApply(none -> full));
    }

    /** Removes a task that nobody was told of. Its owner's index loses it when it is kept. */
    public CompletionStage<Long> remove(String id) {
        return redis.commands().unlink(task(id), files(id), events(id));
    }

    /**
     * Puts a task back if Redis lost it.
     *
     * @param events how many there were
     */
    public CompletionStage<?> restore(String id, String owner, Contents contents, long events) {
        return store(id, owner, contents, ANY_NUMBER, events);
    }

    private CompletionStage<Optional<Long>> store(
            String id, String owner, Contents contents, int mostWaiting, long events) {
        Map<String, byte[]> fields = contents.fields;
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(owner)
                .add(lives.unfinished().toSeconds())
                .add(mostWaiting)
                .add(events)
                .add(fields.size());
        fields.forEach((name, value) -> arguments.add(name).add(value));
        contents.files.forEach((name, bytes) -> arguments.add(name).add(bytes));
        List<String> keys = List.of(
                task(id),
                files(id),
                RedisKeys.API_OWNERS,
                RedisKeys.API_OWNED + owner,
                RedisKeys.INCOMING,
                RedisKeys.QUEUE,
                events(id));
        return STORE.list(redis, keys, arguments)
                .thenApply(reply ->
                        Reply.integer(reply.get(0)) == 1 ? Optional.empty() : Optional.of(Reply.integer(reply.get(1))));
    }

    /**
     * Says how a task goes on.
     *
     * @param before how many events there were before these
     */
    public CompletionStage<Written> record(
            String id, String owner, Map<String, String> fields, long before, List<String> events) {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(owner)
                .add(lives.unfinished().toSeconds())
                .add(RedisKeys.API_UPDATED)
                .add(before)
                .add(fields.size());
        fields.forEach((name, value) -> arguments.add(name).add(value));
        arguments.addAll(events);
        return RECORD.integer(redis, List.of(task(id), events(id)), arguments).thenApply(ApiTasks::written);
    }

    /** @param owner or {@link #CLIENT} */
    public CompletionStage<Written> finish(String id, String owner, End end) {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(owner)
                .add(Math.max(1, lives.finished().toSeconds()))
                .add(RedisKeys.API_UPDATED)
                .add(RedisKeys.API_OWNED)
                .add(end.state())
                .add(end.outcome())
                .add(end.event())
                .add(end.image());
        List<String> keys = List.of(task(id), files(id), events(id), image(id));
        return FINISH.integer(redis, keys, arguments).thenApply(ApiTasks::written);
    }

    static Written written(long reply) {
        if (reply < 0) {
            return Written.GONE;
        }
        return reply == 1 ? Written.DONE : Written.NOT_YOURS;
    }

    public CompletionStage<Optional<ApiTask>> find(String id) {
        return redis.commands().hgetall(task(id)).thenApply(ApiTask::of);
    }

    public CompletionStage<Map<String, byte[]>> findFiles(String id) {
        return redis.commands().hgetall(files(id));
    }

    public CompletionStage<Optional<byte[]>> findImage(String id) {
        return redis.commands().get(image(id)).thenApply(Optional::ofNullable);
    }

    /** At most this many events, from the one of that number on; the first has the number 0. */
    public CompletionStage<List<String>> findEvents(String id, long from, int most) {
        return redis.commands()
                .lrange(events(id), from, from + most - 1)
                .thenApply(events -> events.stream().map(Reply::text).toList());
    }

    public CompletionStage<Long> countEvents(String id) {
        return redis.commands().llen(events(id));
    }

    private static String task(String id) {
        return RedisKeys.API_TASK + id;
    }

    private static String files(String id) {
        return task(id) + RedisKeys.TASK_FILES;
    }

    private static String events(String id) {
        return task(id) + RedisKeys.API_TASK_EVENTS;
    }

    private static String image(String id) {
        return task(id) + RedisKeys.API_TASK_IMAGE;
    }
}
