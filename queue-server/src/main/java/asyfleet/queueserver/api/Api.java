package asyfleet.queueserver.api;

import asyfleet.net.NetThreads;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.delivery.RequestLaunchers;
import asyfleet.redis.ReadStats;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** The HTTP doors of a queue server. */
public final class Api {

    private final RenderRules rules;
    private final Gate gate;
    private final Renderer renderer;
    private final QueueStats stats;
    private final String version;

    /**
     * What the doors need of the rest.
     *
     * @param launchers begin tasks
     */
    public record Fleet(RequestLaunchers launchers, NetThreads threads, ReadStats stats, int maxQueueSize) {}

    public Api(RenderRules rules, Gate gate, Fleet fleet) {
        this.rules = rules;
        this.gate = gate;
        this.renderer = new Renderer(fleet.launchers(), fleet.threads());
        this.stats = new QueueStats(fleet.stats()::run, fleet.maxQueueSize(), Clock.systemUTC());
        this.version = Optional.ofNullable(Api.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    public void addRoutes(Routes.Builder routes) {
        KrokiDoor kroki = new KrokiDoor(rules, renderer, version);
        routes.post("/", gate.guard(new DropInDoor(rules, renderer, kroki)))
                .get("/asymptote/{format}/{encoded}", gate.guard(kroki::get))
                .post("/asymptote/{format}", gate.guard(kroki::post))
                .post("/api/render", gate.guard(new RenderDoor(rules, renderer)))
                .get("/api/queue-stats", gate.guard(stats))
                .get("/api/versions", gate.guard(RequestHandler.answering(this::versions)));
    }

    private Response versions(Request request) {
        return Response.json(200, Map.of("asyfleet", version, "asy", "1.0", "limiter", "1.0", "ring", "1.3"));
    }
}
