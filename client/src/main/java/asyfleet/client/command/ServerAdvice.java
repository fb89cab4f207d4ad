package asyfleet.client.command;

import java.util.Map;

/** The end of a message that no server answers: how to start one, or to name another. */
public final class ServerAdvice {

    private ServerAdvice() {}

    /** A client without a checkout has no launcher, and so it can start no fleet. */
    public static String of(Map<String, String> environment) {
        return environment.getOrDefault(OwnFleet.LAUNCHER, "").isEmpty()
                ? "; name yours with --server URL or ASYFLEET_SERVER, or start one with './asyfleet up' in a checkout"
                : "; start one with './asyfleet up', or use --server URL or --local";
    }
}
