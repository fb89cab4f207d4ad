package asyfleet.net;

import asyfleet.net.bounds.ConnectionLimits;
import java.time.Duration;

/**
 * The settings of a server.
 *
 * @param maxConnections open at a time; more are accepted and closed at once
 * @param drainLimit how long requests and WebSockets that are open when the server stops may go on
 */
public record NetServerSettings(Listen listen, ConnectionLimits limits, int maxConnections, Duration drainLimit) {

    private static final int DEFAULT_MAX_CONNECTIONS = 20_000;

    /** Loopback, with the defaults that {@link NetServerOptions} documents. */
    public static NetServerSettings onLoopback(int port) {
        return new NetServerSettings(
                Listen.loopback(port), ConnectionLimits.DEFAULT, DEFAULT_MAX_CONNECTIONS, Duration.ofSeconds(30));
    }

    public NetServerSettings withListen(Listen other) {
        return new NetServerSettings(other, limits, maxConnections, drainLimit);
    }

    public NetServerSettings withLimits(ConnectionLimits other) {
        return new NetServerSettings(listen, other, maxConnections, drainLimit);
    }

    public NetServerSettings withDrainLimit(Duration limit) {
        return new NetServerSettings(listen, limits, maxConnections, limit);
    }
}
