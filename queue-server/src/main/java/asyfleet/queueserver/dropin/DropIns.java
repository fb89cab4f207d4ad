package asyfleet.queueserver.dropin;

import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.redis.schema.Toolchain;

/** The routes of the doors for clients of other servers. */
public final class DropIns {

    private DropIns() {}

    public static void addRoutes(
            Routes.Builder routes, Gate gate, RenderRules rules, Renderer renderer, Toolchain toolchain) {
        KrokiDoor kroki = new KrokiDoor(rules, renderer, new PictureTags(toolchain, gate));
        routes.post("/", gate.guard(new DropInDoor(rules, renderer, kroki)))
                .get("/asymptote/{format}/{encoded}", gate.guard(kroki::get))
                .post("/asymptote/{format}", gate.guard(kroki::post))
                .post("/asymptote", gate.guard(kroki::postToType));
    }
}
