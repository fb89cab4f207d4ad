package asyfleet.lab.attack;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The fleet that is attacked, as its clients know it; and its processes, if it is our own. Used by one thread.
 *
 * @param server the queue server's WebSocket
 * @param figure what an ordinary client of this fleet asks for
 * @param limit the time that hostile programs ask for
 * @param longLimit the same, for programs that need some time to do harm
 * @param idleLimit after which the queue server drops who is slow
 * @param own empty for a fleet that somebody else has started
 */
record TargetFleet(
        URI server,
        AsyfleetClient client,
        OrdinaryFigure figure,
        Duration limit,
        Duration longLimit,
        Duration idleLimit,
        Optional<AttackedProcesses> own)
        implements AutoCloseable {

    /** A running fleet with the default settings. */
    static TargetFleet at(String address) {
        return of(address, Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(60), Optional.empty());
    }

    static TargetFleet of(
            String address, Duration limit, Duration longLimit, Duration idleLimit, Optional<AttackedProcesses> own) {
        URI server = ServerAddress.parse(address, "/asy");
        AsyfleetClient client = AsyfleetClient.connect(ClientSettings.of(server));
        return new TargetFleet(server, client, OrdinaryFigure.first(client), limit, longLimit, idleLimit, own);
    }

    /** The text that no attack may find out: it is in the environment of our own backend. */
    String secret() {
        return own.map(AttackedProcesses::secret).orElse("no secret was given to this fleet");
    }

    /** The state after an attack. It must be: the ordinary figure as before, nothing left behind, memory under its bound. */
    Seen aftermath() {
        Seen after = figure.drawnAsBefore();
        return own.map(processes -> after.and(processes.leftovers()).and(processes.serverMemory()))
                .orElse(after);
    }

    @Override
    public void close() {
        client.close();
    }
}
