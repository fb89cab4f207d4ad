package asyfleet.queueserver.api;

import asyfleet.config.ValueType;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.shard.ShardStore;
import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.schema.PoolFigures;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** {@code GET /api/queue-stats}: the whole fleet in numbers, under the names that monitors of execution queues know. */
final class QueueStats implements RequestHandler {

    private static final String LONGEST_WAIT = "2s";

    private final Supplier<List<ShardStore>> shards;
    private final Clock clock;

    /** A shard at one moment; without numbers while it is down. */
    private record ShardNumbers(String name, Optional<FleetStats> now, int mostWaiting) {}

    QueueStats(Supplier<List<ShardStore>> shards, Clock clock) {
        this.shards = shards;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        return now(longestWait(request.query("wait").orElse(LONGEST_WAIT)));
    }

    CompletionStage<Response> now(Duration longestWait) {
        List<CompletableFuture<ShardNumbers>> asked =
                shards.get().stream().map(QueueStats::ask).toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).thenApply(all -> {
            List<ShardNumbers> numbers =
                    asked.stream().map(CompletableFuture::join).toList();
            return Response.json(200, json(numbers, longestWait)).with("Cache-Control", "no-store");
        });
    }

    private static CompletableFuture<ShardNumbers> ask(ShardStore shard) {
        ShardNumbers down = new ShardNumbers(shard.name(), Optional.empty(), 0);
        return shard.store()
                .map(store -> store.stats()
                        .thenApply(now -> new ShardNumbers(shard.name(), Optional.of(now), store.mostWaiting()))
                        .exceptionally(failure -> down)
                        .toCompletableFuture())
                .orElse(CompletableFuture.completedFuture(down));
    }

    private static Duration longestWait(String text) {
        try {
            return ValueType.duration().parse().apply(text);
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("wait: '" + text + "'; " + e.getMessage());
        }
    }

    private Map<String, Object> json(List<ShardNumbers> shards, Duration longestWait) {
        FleetStats now = shards.stream()
                .flatMap(shard -> shard.now.stream())
                .reduce(FleetStats::plus)
                .orElseThrow(RenderAnswer::unavailable);
        Map<String, Object> queue = new LinkedHashMap<>();
        queue.put("queued", now.queued());
        queue.put("active", now.active());
        queue.put("maxConcurrent", now.backends());
        queue.put("slotsWanted", SlotsWanted.of(now, longestWait));
        queue.put("completedTasks", now.completed());
        queue.put("failedTasks", now.failed());
        queue.put("averageTaskTime", now.averageMillis());
        queue.put(
                "maxQueueSize",
                shards.stream().mapToInt(ShardNumbers::mostWaiting).sum());
        queue.put("queuedByLanguage", Map.of("asymptote", now.queued()));
        queue.put("queueUtilization", percent(now.active(), now.backends()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("queue", queue);
        json.put("pool", pool(now.pool()));
        if (shards.size() > 1) {
            json.put(
                    "shards",
                    shards.stream().map(shard -> shard(shard, longestWait)).toList());
        }
        json.put("timestamp", clock.instant().toString());
        return json;
    }

    private static Map<String, Object> shard(ShardNumbers shard, Duration longestWait) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", shard.name);
        json.put("up", shard.now.isPresent());
        shard.now.ifPresent(now -> {
            json.put("queued", now.queued());
            json.put("active", now.active());
            json.put("maxConcurrent", now.backends());
            json.put("slotsWanted", SlotsWanted.of(now, longestWait));
        });
        return json;
    }

    private static Map<String, Object> pool(PoolFigures pool) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("containersCreated", pool.created());
        json.put("containersReused", pool.reused());
        json.put("containersDeleted", pool.deleted());
        json.put("totalActiveContainers", pool.active());
        double ratio = pool.runs() == 0 ? 0 : 100.0 * pool.reused() / pool.runs();
        json.put("reuseRatio", String.format(Locale.ROOT, "%.2f%%", ratio));
        return json;
    }

    private static long percent(long part, long whole) {
        return whole == 0 ? 0 : Math.round(100.0 * part / whole);
    }
}
