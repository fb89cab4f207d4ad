package asyfleet.queueserver.launch;

import asyfleet.net.http.Request;

/** Gives each request the launcher for its tasks: whom they count for, what they replace, what they may share. */
@FunctionalInterface
public interface RequestLaunchers {

    TaskHandle.Launcher of(Request request);
}
