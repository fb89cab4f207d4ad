package asyfleet.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads {@link FleetStats}. Plain reads, pipelined: each number is true, and they are a moment apart at most. */
public final class ReadStats {

    private final Redis redis;

    public ReadStats(Redis redis) {
        this.redis = redis;
    }

    public CompletionStage<FleetStats> run() {
        RedisAsyncCommands<String, byte[]> commands = redis.commands();
        CompletableFuture<Long> queued = future(commands.zcard(RedisKeys.QUEUE));
        CompletableFuture<Long> incoming = future(commands.llen(RedisKeys.INCOMING));
        CompletableFuture<Long> active = future(commands.hlen(RedisKeys.EXECUTING));
        CompletableFuture<Long> backends = future(commands.scard(RedisKeys.BACKEND_SET));
        CompletableFuture<Map<String, byte[]>> counters = future(commands.hgetall(RedisKeys.STATS));
        CompletableFuture<List<byte[]>> times = future(commands.lrange(RedisKeys.STATS_TIMES, 0, -1));
        return CompletableFuture.allOf(queued, incoming, active, backends, counters, times)
                .thenApply(all -> new FleetStats(
                        queued.join() + incoming.join(),
                        active.join(),
                        backends.join(),
                        counter(counters.join(), FleetStats.COMPLETED),
                        counter(counters.join(), FleetStats.FAILED),
                        average(times.join())));
    }

    private static <T> CompletableFuture<T> future(CompletionStage<T> stage) {
        return stage.toCompletableFuture();
    }

    private static long counter(Map<String, byte[]> counters, String name) {
        byte[] value = counters.get(name);
        return value == null ? 0 : Reply.integer(value);
    }

    private static long average(List<byte[]> times) {
        return Math.round(times.stream().mapToLong(Reply::integer).average().orElse(0));
    }
}
