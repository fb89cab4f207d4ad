package asyfleet.queueserver.dropin;

import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.kroki.Kroki;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;

/** The routes of the doors for clients of other servers. */
public final class DropIns {

    private DropIns() {}

    public static void addRoutes(Routes.Builder routes, Gate gate, RenderRules rules, Renderer renderer, Kroki kroki) {
        routes.post("/", gate.guard(new DropInDoor(rules, renderer, kroki.jsonDoor())));
        kroki.addRoutes(routes);
    }
}
