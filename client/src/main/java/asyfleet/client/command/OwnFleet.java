package asyfleet.client.command;

import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A fleet that is started for one command and ends with it: {@code asyfleet up} on a free port, with a Redis that keeps
 * nothing. A process of its own, because the client knows no service; so sandbox, limits and warm start are those of every
 * fleet.
 */
final class OwnFleet implements AutoCloseable {

    /** The variable in which the launcher says where it is. */
    static final String LAUNCHER = "ASYFLEET_LAUNCHER";

    private static final Pattern READY = Pattern.compile("^ready (http\\S+)");

    private final ChildProcess process;
    private final String address;

    private OwnFleet(ChildProcess process, String address) {
        this.process = process;
        this.address = address;
    }

    /** @throws StartFailure if there is no launcher, or the fleet does not start */
    static OwnFleet start(Map<String, String> environment, int slots) {
        String launcher = environment.getOrDefault(LAUNCHER, "");
        if (launcher.isEmpty()) {
            throw new StartFailure(
                    "--local needs a checkout; call it as ./asyfleet, or set " + LAUNCHER + " to its path");
        }
        List<String> command = List.of(launcher, "--no-build", "up", "--port", "0", "--slots", Integer.toString(slots));
        ChildProcess process = new ChildCommand("asyfleet up", command, Map.of()).start();
        return new OwnFleet(process, process.await(READY));
    }

    String address() {
        return address;
    }

    @Override
    public void close() {
        process.close();
    }
}
