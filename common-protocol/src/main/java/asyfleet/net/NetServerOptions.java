package asyfleet.net;

import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.ConnectionTimeouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a {@link NetServer}, for the list of a service that has one. The service names its usual port; limits
 * that it does not offer as settings it changes on the record.
 */
public final class NetServerOptions {

    private final Setting<Integer> port;

    private final Setting<String> bind = Setting.of(
                    "--bind", "BIND_ADDRESS", ValueType.host(), "Address to listen on; 0.0.0.0 or :: for all")
            .byDefault("127.0.0.1");

    private final Setting<Optional<Path>> certificate = Setting.of(
                    "--tls-cert",
                    "ASYFLEET_TLS_CERT",
                    ValueType.path(),
                    "PEM file with the certificate chain; turns on TLS")
            .optional();

    private final Setting<Optional<Path>> key = Setting.of(
                    "--tls-key", "ASYFLEET_TLS_KEY", ValueType.path(), "PEM file with the certificate's PKCS#8 key")
            .optional();

    private final Setting<Integer> maxConnections = Setting.of(
                    "--max-connections",
                    "ASYFLEET_MAX_CONNECTIONS",
                    ValueType.positiveInt(),
                    "Connections open at a time; more are closed at once")
            .byDefault("20000");

    private final Setting<Duration> idleTimeout = Setting.of(
                    "--idle-timeout",
                    "ASYFLEET_IDLE_TIMEOUT",
                    ValueType.duration(),
                    "How long a connection may wait for its next request, and a request for its body")
            .byDefault("60s");

    private final Setting<Duration> stallTimeout = Setting.of(
                    "--stall-timeout",
                    "ASYFLEET_STALL_TIMEOUT",
                    ValueType.duration(),
                    "How long a client may leave an answer unread")
            .byDefault("30s");

    private final Setting<Duration> pingInterval = Setting.of(
                    "--ping-interval",
                    "ASYFLEET_PING_INTERVAL",
                    ValueType.duration(),
                    "Silence after which a WebSocket is pinged; after twice as long it is closed")
            .byDefault("30s");

    private final Setting<Duration> drainLimit = Setting.of(
                    "--drain-limit",
                    "ASYFLEET_DRAIN_LIMIT",
                    ValueType.duration(),
                    "How long open requests may go on when the service is told to end")
            .byDefault("30s");

    public NetServerOptions(int usualPort) {
        port = Setting.of("--port", "PORT", ValueType.port(), "TCP port to listen on; 0 takes a free one")
                .byDefault(Integer.toString(usualPort));
    }

    public List<Setting<?>> settings() {
        return List.of(
                port, bind, certificate, key, maxConnections, idleTimeout, stallTimeout, pingInterval, drainLimit);
    }

    /** For rules of the service's own about who can reach it. */
    public Setting<String> bind() {
        return bind;
    }

    /** The list of a service, with the rules between these settings. */
    public SettingsSpec addRules(SettingsSpec spec) {
        return spec.where(
                certificate, key, (cert, secret) -> cert.isPresent() == secret.isPresent(), "expected both or neither");
    }

    public NetServerSettings read(SettingValues values) {
        Optional<TlsFiles> tls =
                values.get(certificate).flatMap(cert -> values.get(key).map(secret -> new TlsFiles(cert, secret)));
        Duration idle = values.get(idleTimeout);
        ConnectionTimeouts timeouts =
                new ConnectionTimeouts(idle, idle, values.get(stallTimeout), values.get(pingInterval));
        return new NetServerSettings(
                new Listen(values.get(bind), values.get(port), tls),
                ConnectionLimits.DEFAULT.withTimeouts(timeouts),
                values.get(maxConnections),
                values.get(drainLimit));
    }
}
