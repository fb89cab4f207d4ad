package asyfleet.queueserver.api;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.stats.FleetWatch;
import asyfleet.queueserver.stats.RecentTimes.Percentiles;
import asyfleet.queueserver.stats.StatsSample;
import asyfleet.redis.queueserver.FleetSnapshot;
import asyfleet.redis.queueserver.FleetStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code GET /api/stats}: the fleet now and in the last hour, for the page at {@code /stats}. Programs that watch a fleet
 * have {@link QueueStats} and the metrics, which change less.
 */
public final class FleetHistory implements RequestHandler {

    private final FleetWatch watch;
    private final String server;
    private final List<Integer> levels;

    private FleetHistory(FleetWatch watch, String server, List<Integer> levels) {
        this.watch = watch;
        this.server = server;
        this.levels = levels;
    }

    /**
     * @param server names this queue server, whose tasks the times are of
     * @param levels the durations of the scheduler in milliseconds, shortest first; may be empty
     */
    public static void addRoutes(
            Routes.Builder routes, Gate gate, FleetWatch watch, String server, List<Integer> levels) {
        routes.get("/api/stats", gate.guard(new FleetHistory(watch, server, levels)));
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        Instant since = Instant.ofEpochMilli(since(request));
        return watch.now()
                .thenApply(
                        now -> Response.json(200, json(now, watch.since(since))).with("Cache-Control", "no-store"))
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(RenderAnswer.unavailable()));
    }

    private static long since(Request request) {
        String text = request.query("since").orElse("0");
        if (!text.matches("[0-9]{1,15}")) {
            throw HttpError.badRequest("since is " + Excerpt.of(text) + "; expected milliseconds since 1970");
        }
        return Long.parseLong(text);
    }

    private Map<String, Object> json(StatsSample now, List<StatsSample> samples) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", server);
        json.put("levels", levels);
        json.put("scheduler", now.fleet().led());
        json.put("now", sample(now));
        json.put(
                "machines",
                now.fleet().machines().stream().map(FleetHistory::machine).toList());
        json.put("samples", samples.stream().map(this::sample).toList());
        return json;
    }

    private Map<String, Object> sample(StatsSample sample) {
        FleetStats numbers = sample.fleet().numbers();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("time", sample.time().toEpochMilli());
        json.put("waiting", numbers.queued());
        json.put("running", byLevel(sample.fleet().durations()));
        json.put("slots", numbers.backends());
        json.put("completed", numbers.completed());
        json.put("failed", numbers.failed());
        put(json, "wait", sample.waits());
        put(json, "run", sample.runs());
        put(json, "estimateError", sample.estimateErrors());
        return json;
    }

    /** How many tasks run at each level; at the last one also those that may take longer, as shells do. */
    private List<Integer> byLevel(List<Duration> durations) {
        int[] counts = new int[Math.max(1, levels.size())];
        for (Duration duration : durations) {
            int level = 0;
            while (level < counts.length - 1 && duration.toMillis() > levels.get(level)) {
                level++;
            }
            counts[level]++;
        }
        List<Integer> list = new ArrayList<>();
        for (int count : counts) {
            list.add(count);
        }
        return list;
    }

    private static void put(Map<String, Object> json, String name, Optional<Percentiles> times) {
        times.ifPresent(known -> json.put(name, known));
    }

    private static Map<String, Object> machine(FleetSnapshot.MachineFigures machine) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", machine.name());
        json.put("slots", machine.slots());
        json.put("busy", machine.busy());
        json.put("runs", machine.pool().runs());
        json.put("warm", machine.pool().reused());
        return json;
    }
}
