package asyfleet.queueserver.api;

import asyfleet.config.ValueType;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.schema.PoolFigures;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code GET /api/queue-stats}: the whole fleet in numbers, under the names that monitors of execution queues know. */
final class QueueStats implements RequestHandler {

    private static final String LONGEST_WAIT = "2s";

    private final QueueServerStore store;
    private final Clock clock;

    QueueStats(QueueServerStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        return now(longestWait(request.query("wait").orElse(LONGEST_WAIT)));
    }

    CompletionStage<Response> now(Duration longestWait) {
        return store.stats()
                .thenApply(now -> Response.json(200, json(now, longestWait)).with("Cache-Control", "no-store"))
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(RenderAnswer.unavailable()));
    }

    private static Duration longestWait(String text) {
        try {
            return ValueType.duration().parse().apply(text);
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("wait: '" + text + "'; " + e.getMessage());
        }
    }

    private Map<String, Object> json(FleetStats now, Duration longestWait) {
        Map<String, Object> queue = new LinkedHashMap<>();
        queue.put("queued", now.queued());
        queue.put("active", now.active());
        queue.put("maxConcurrent", now.backends());
        queue.put("slotsWanted", SlotsWanted.of(now, longestWait));
        queue.put("completedTasks", now.completed());
        queue.put("failedTasks", now.failed());
        queue.put("averageTaskTime", now.averageMillis());
        queue.put("maxQueueSize", store.mostWaiting());
        queue.put("queuedByLanguage", Map.of("asymptote", now.queued()));
        queue.put("queueUtilization", percent(now.active(), now.backends()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("queue", queue);
        json.put("pool", pool(now.pool()));
        json.put("timestamp", clock.instant().toString());
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
