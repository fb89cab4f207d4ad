package asyfleet.redis.queueserver;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.DrainedMachines;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.KeyValue;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The fleet as an operator sees it: all tasks, and a way to end them. Machines: see {@link DrainedMachines}. */
public final class FleetAdmin {

    private static final LuaScript END = LuaScript.load("end_tasks");
    private static final int DENIAL_SECONDS = 600;

    /** Of more tasks than this, the rest is not looked up. */
    private static final int MOST_TASKS = 2000;

    private final Redis redis;

    public FleetAdmin(Redis redis) {
        this.redis = redis;
    }

    /**
     * A task of the fleet.
     *
     * @param submittedMillis when its client, or the queue server, submitted it; 0 if that is not known
     * @param machine the backend process that runs it; empty while it waits
     */
    public record FleetTask(
            String id, String caller, String main, int priority, long submittedMillis, String machine) {}

    /** All tasks that wait or run, oldest first. Plain reads: a task that comes or goes meanwhile may be missing. */
    public CompletionStage<List<FleetTask>> tasks() {
        CompletableFuture<List<byte[]>> incoming =
                redis.commands().lrange(RedisKeys.INCOMING, 0, MOST_TASKS).toCompletableFuture();
        CompletableFuture<List<byte[]>> queued =
                redis.commands().zrange(RedisKeys.QUEUE, 0, MOST_TASKS).toCompletableFuture();
        CompletableFuture<List<String>> running =
                redis.commands().hkeys(RedisKeys.EXECUTING).toCompletableFuture();
        return CompletableFuture.allOf(incoming, queued, running).thenCompose(all -> {
            Set<String> ids = new LinkedHashSet<>(running.join());
            queued.join().stream().map(Reply::text).forEach(ids::add);
            incoming.join().stream().map(Reply::text).forEach(ids::add);
            return tasks(ids);
        });
    }

    private CompletionStage<List<FleetTask>> tasks(Collection<String> ids) {
        List<CompletableFuture<FleetTask>> tasks = ids.stream()
                .limit(MOST_TASKS)
                .map(id -> redis.commands()
                        .hmget(RedisKeys.TASK + id, "caller", "main", "priority", "submitted", "process")
                        .thenApply(fields -> task(id, fields))
                        .toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new))
                .thenApply(all -> tasks.stream().map(CompletableFuture::join).toList());
    }

    private static FleetTask task(String id, List<KeyValue<String, byte[]>> fields) {
        Map<String, String> texts = new TreeMap<>();
        fields.stream()
                .filter(KeyValue::hasValue)
                .forEach(field -> texts.put(field.getKey(), Reply.text(field.getValue())));
        return new FleetTask(
                id,
                texts.getOrDefault("caller", ""),
                texts.getOrDefault("main", ""),
                (int) number(texts.get("priority")),
                number(texts.get("submitted")),
                texts.getOrDefault("process", ""));
    }

    /** Other programs may write anything, or nothing. */
    private static long number(String text) {
        return text != null && text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
    }

    /** Yields how many of them there were. */
    public CompletionStage<Long> end(Collection<String> ids, DenialRecord why) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.TASK)
                .add(RedisKeys.TASK_DENIED)
                .add(RedisKeys.TASK_UPDATED)
                .add(DENIAL_SECONDS)
                .add(why.toLine())
                .addAll(ids);
        return END.integer(redis, List.of(RedisKeys.PROCESSING, RedisKeys.FINISHED), arguments);
    }

    /** The batches that have not ended, with their callers. */
    public CompletionStage<Map<String, String>> batches() {
        return redis.commands().hgetall(RedisKeys.API_BATCHES).thenCompose(this::withoutEnded);
    }

    /** One that has ended stays in the list until the next one comes. */
    private CompletionStage<Map<String, String>> withoutEnded(Map<String, byte[]> batches) {
        Map<String, CompletableFuture<Boolean>> open = new TreeMap<>();
        batches.keySet().forEach(id -> open.put(id, isOpen(id)));
        return CompletableFuture.allOf(open.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    Map<String, String> callers = new TreeMap<>();
                    open.forEach((id, is) -> {
                        if (is.join()) {
                            callers.put(id, Reply.text(batches.get(id)));
                        }
                    });
                    return callers;
                });
    }

    private CompletableFuture<Boolean> isOpen(String batch) {
        return redis.commands()
                .hmget(RedisKeys.API_TASK + batch, "owner", "outcome")
                .thenApply(fields -> fields.get(0).hasValue() && !fields.get(1).hasValue())
                .toCompletableFuture();
    }
}
