package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.config.SettingsException;
import asyfleet.config.SettingsSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetServerOptionsTest {

    private final NetServerOptions options = new NetServerOptions(8080);
    private final SettingsSpec spec = options.addRules(SettingsSpec.of("example", "An example.", options.settings()));

    private NetServerSettings read(String... args) {
        return options.read(spec.read(List.of(args), Map.of()));
    }

    @Test
    void theDefaultsOfTheSettingsAreThoseOfTheRecord() {
        assertEquals(NetServerSettings.onLoopback(8080), read());
    }

    @Test
    void everySettingReachesTheRecord() {
        NetServerSettings settings = read(
                "--port=1",
                "--bind=::",
                "--tls-cert=/c",
                "--tls-key=/k",
                "--max-connections=2",
                "--idle-timeout=3s",
                "--stall-timeout=4s",
                "--ping-interval=5s",
                "--drain-limit=6s");
        assertEquals(new Listen("::", 1, Optional.of(new TlsFiles(Path.of("/c"), Path.of("/k")))), settings.listen());
        assertEquals(2, settings.maxConnections());
        assertEquals(Duration.ofSeconds(3), settings.limits().timeouts().head());
        assertEquals(Duration.ofSeconds(3), settings.limits().timeouts().body());
        assertEquals(Duration.ofSeconds(4), settings.limits().timeouts().stall());
        assertEquals(Duration.ofSeconds(5), settings.limits().timeouts().ping());
        assertEquals(Duration.ofSeconds(6), settings.drainLimit());
    }

    @Test
    void aCertificateWithoutItsKeyIsAMistake() {
        SettingsException wrong = assertThrows(SettingsException.class, () -> read("--tls-cert=/c"));
        assertEquals("--tls-cert and --tls-key: expected both or neither", wrong.getMessage());
    }
}
