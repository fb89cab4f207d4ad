package asyfleet.net;

import asyfleet.net.websocket.Liveness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a WebSocket client.
 *
 * @param maxFrameBytes a longer frame from the server ends the connection with code 1009
 * @param maxPendingBytes that may wait for a server that does not read; then the connection is closed
 * @param authorities PEM file of those whose certificates are trusted for {@code wss}, if not the system's
 */
public record ConnectorSettings(int maxFrameBytes, int maxPendingBytes, Liveness liveness, Optional<Path> authorities) {

    public static final ConnectorSettings DEFAULT = new ConnectorSettings(
            16 << 20, 32 << 20, new Liveness(Duration.ofSeconds(30), 1, Duration.ofSeconds(30)), Optional.empty());

    public ConnectorSettings withMaxFrameBytes(int bytes) {
        return new ConnectorSettings(bytes, maxPendingBytes, liveness, authorities);
    }

    public ConnectorSettings withLiveness(Liveness other) {
        return new ConnectorSettings(maxFrameBytes, maxPendingBytes, other, authorities);
    }
}
