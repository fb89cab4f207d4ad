package asyfleet.client.connect;

import asyfleet.config.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings with which a client reaches its fleet.
 *
 * @param server the WebSocket address of {@code /asy}; see {@link ServerAddress}
 * @param token to show if the server wants one
 * @param connectTimeout how long the connection may take to open, each time that it is tried
 * @param maxTasks at a time; each has a connection of its own
 * @param keeps whether later tasks may use the connection again, if the server allows it
 */
public record ClientSettings(URI server, Optional<Secret> token, Duration connectTimeout, int maxTasks, boolean keeps) {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_TASKS = 1000;

    public static ClientSettings of(URI server) {
        return new ClientSettings(server, Optional.empty(), CONNECT_TIMEOUT, MAX_TASKS, true);
    }

    public ClientSettings withToken(Secret shown) {
        return new ClientSettings(server, Optional.of(shown), connectTimeout, maxTasks, keeps);
    }

    public ClientSettings withConnectTimeout(Duration limit) {
        return new ClientSettings(server, token, limit, maxTasks, keeps);
    }

    public ClientSettings withMaxTasks(int most) {
        return new ClientSettings(server, token, connectTimeout, most, keeps);
    }

    public ClientSettings withKeptConnections(boolean kept) {
        return new ClientSettings(server, token, connectTimeout, maxTasks, kept);
    }
}
