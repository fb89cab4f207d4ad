package asyfleet.queueserver.api;

import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.shard.ShardStore;
import asyfleet.redis.schema.NameLists;
import asyfleet.redis.schema.Toolchain;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** The HTTP doors of a queue server that answer when the task has ended, and those that tell about the fleet. */
public final class Api {

    private Api() {}

    public static void addRoutes(
            Routes.Builder routes,
            Gate gate,
            RenderRules rules,
            Renderer renderer,
            Supplier<List<ShardStore>> shards,
            Toolchain toolchain,
            NameLists names) {
        routes.post("/api/render", gate.guard(new RenderDoor(rules, renderer)))
                .get("/api/queue-stats", gate.guard(new QueueStats(shards, Clock.systemUTC())))
                .get("/api/versions", gate.guard(new Versions(toolchain)))
                .get("/api/names", gate.guard(new NameListDoor(toolchain, names)));
    }
}
