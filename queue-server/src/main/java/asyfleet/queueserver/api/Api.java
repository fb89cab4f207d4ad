package asyfleet.queueserver.api;

import asyfleet.net.NetThreads;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.delivery.TaskHandle;
import asyfleet.redis.ReadStats;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** The HTTP doors of a queue server. */
public final class Api {

    private final RenderRules rules;
    private final Renderer renderer;
    private final QueueStats stats;
    private final String version;

    public Api(RenderRules rules, TaskHandle.Launcher launcher, NetThreads threads, ReadStats stats, int maxQueueSize) {
        this.rules = rules;
        this.renderer = new Renderer(launcher, threads);
        this.stats = new QueueStats(stats, maxQueueSize, Clock.systemUTC());
        this.version = Optional.ofNullable(Api.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    public void addRoutes(Routes.Builder routes) {
        KrokiDoor kroki = new KrokiDoor(rules, renderer, version);
        routes.post("/", new DropInDoor(rules, renderer, kroki))
                .get("/asymptote/{format}/{encoded}", kroki::get)
                .post("/asymptote/{format}", kroki::post)
                .post("/api/render", new RenderDoor(rules, renderer))
                .get("/api/queue-stats", stats)
                .get("/api/versions", RequestHandler.answering(this::versions));
    }

    private Response versions(Request request) {
        return Response.json(200, Map.of("asyfleet", version, "asy", "1.0", "limiter", "1.0", "ring", "1.3"));
    }
}
