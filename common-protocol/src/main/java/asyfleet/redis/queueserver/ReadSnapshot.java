package asyfleet.redis.queueserver;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.Seconds;
import asyfleet.redis.queueserver.FleetSnapshot.MachineFigures;
import asyfleet.redis.schema.PoolFigures;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.KeyValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The command that reads a {@link FleetSnapshot}. Plain reads, pipelined, in two rounds: each number is true, and they
 * are a moment apart at most.
 */
final class ReadSnapshot {

    /** Of more running tasks than this, the rest is not looked up: their slots then look free. */
    private static final int MOST_TASKS = 1000;

    private final Redis redis;

    ReadSnapshot(Redis redis) {
        this.redis = redis;
    }

    CompletionStage<FleetSnapshot> run() {
        CompletableFuture<FleetStats> numbers = new ReadStats(redis).run().toCompletableFuture();
        CompletableFuture<Long> leaders =
                redis.commands().exists(RedisKeys.LEADER).toCompletableFuture();
        CompletableFuture<List<byte[]>> durations =
                redis.commands().hvals(RedisKeys.EXECUTING).toCompletableFuture();
        CompletableFuture<List<MachineFigures>> machines = machines();
        return CompletableFuture.allOf(numbers, leaders, durations, machines)
                .thenApply(all -> new FleetSnapshot(
                        numbers.join(), leaders.join() > 0, durations(durations.join()), machines.join()));
    }

    private static List<Duration> durations(List<byte[]> seconds) {
        return seconds.stream()
                .map(value -> Seconds.parseIfAny(Reply.text(value)).orElse(Duration.ZERO))
                .toList();
    }

    private CompletableFuture<List<MachineFigures>> machines() {
        CompletableFuture<Map<String, Integer>> slots = redis.commands()
                .smembers(RedisKeys.BACKEND_SET)
                .thenCompose(this::namesOfSlots)
                .thenApply(ReadSnapshot::counted)
                .toCompletableFuture();
        CompletableFuture<Map<String, Integer>> busy = redis.commands()
                .smembers(RedisKeys.PROCESSING)
                .thenCompose(this::namesOfTasks)
                .thenApply(ReadSnapshot::counted)
                .toCompletableFuture();
        CompletableFuture<Map<String, byte[]>> pools =
                redis.commands().hgetall(RedisKeys.STATS_POOL).toCompletableFuture();
        return CompletableFuture.allOf(slots, busy, pools)
                .thenApply(all -> machines(slots.join(), busy.join(), pools.join()));
    }

    private static List<MachineFigures> machines(
            Map<String, Integer> slots, Map<String, Integer> busy, Map<String, byte[]> pools) {
        List<MachineFigures> machines = new ArrayList<>();
        slots.forEach((name, count) -> machines.add(new MachineFigures(
                name,
                count,
                Math.min(count, busy.getOrDefault(name, 0)),
                Optional.ofNullable(pools.get(name))
                        .map(value -> ReadStats.figures(Reply.text(value).split(" ")))
                        .orElse(PoolFigures.NONE))));
        return machines;
    }

    /** The processes of those slots that the fleet counts, one name for each slot; a sweep takes out those that died. */
    private CompletionStage<List<String>> namesOfSlots(Collection<byte[]> ids) {
        if (ids.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        String[] keys =
                ids.stream().map(id -> RedisKeys.BACKEND + Reply.text(id)).toArray(String[]::new);
        return redis.commands().mget(keys).thenApply(found -> found.stream()
                .filter(KeyValue::hasValue)
                .map(slot -> Reply.text(slot.getValue()))
                .toList());
    }

    /** The processes that claimed the tasks, one name for each task. */
    private CompletionStage<List<String>> namesOfTasks(Collection<byte[]> ids) {
        List<CompletableFuture<byte[]>> names = ids.stream()
                .limit(MOST_TASKS)
                .map(id -> redis.commands()
                        .hget(RedisKeys.TASK + Reply.text(id), "process")
                        .toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(names.toArray(CompletableFuture[]::new)).thenApply(all -> names.stream()
                .map(CompletableFuture::join)
                .map(name -> name == null ? "" : Reply.text(name))
                .toList());
    }

    private static Map<String, Integer> counted(List<String> names) {
        Map<String, Integer> counts = new TreeMap<>();
        names.forEach(name -> counts.merge(name, 1, Integer::sum));
        return counts;
    }
}
