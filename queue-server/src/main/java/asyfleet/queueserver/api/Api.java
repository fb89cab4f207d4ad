package asyfleet.queueserver.api;

import asyfleet.net.NetThreads;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.delivery.TaskHandle;

/** Wires the HTTP doors. */
public final class Api {

    private Api() {}

    public static void addRoutes(Routes.Builder routes, TaskHandle.Launcher launcher, NetThreads threads) {
        Renderer renderer = new Renderer(launcher, threads);
        routes.post("/", new DropInDoor(renderer));
    }
}
