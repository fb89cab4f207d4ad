package asyfleet.queueserver.api;

import asyfleet.net.NetThreads;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.dropin.DropIns;
import asyfleet.queueserver.launch.RequestLaunchers;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.redis.queueserver.ReadStats;
import asyfleet.redis.schema.Toolchain;
import java.time.Clock;

/** The HTTP doors of a queue server. */
public final class Api {

    private final RenderRules rules;
    private final Gate gate;
    private final Renderer renderer;
    private final QueueStats stats;
    private final Toolchain toolchain;

    /**
     * What the doors need of the rest.
     *
     * @param launchers begin tasks
     */
    public record Fleet(
            RequestLaunchers launchers, NetThreads threads, ReadStats stats, Toolchain toolchain, int maxQueueSize) {}

    public Api(RenderRules rules, Gate gate, Fleet fleet) {
        this.rules = rules;
        this.gate = gate;
        this.renderer = new Renderer(fleet.launchers(), fleet.threads());
        this.stats = new QueueStats(fleet.stats()::run, fleet.maxQueueSize(), Clock.systemUTC());
        this.toolchain = fleet.toolchain();
    }

    public void addRoutes(Routes.Builder routes) {
        DropIns.addRoutes(routes, gate, rules, renderer, toolchain);
        routes.post("/api/render", gate.guard(new RenderDoor(rules, renderer)))
                .get("/api/queue-stats", gate.guard(stats))
                .get("/api/versions", gate.guard(new Versions(toolchain)));
    }
}
