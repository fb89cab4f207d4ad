package asyfleet.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.config.SettingsDocs;
import asyfleet.config.SettingsException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandaloneSettingsTest {

    @Test
    void byDefaultItServesThisMachineOnlyWithTwoSlotsAndARedisOfItsOwn() {
        assertEquals(
                new StandaloneSettings(
                        8080, "127.0.0.1", 2, Optional.empty(), Duration.ofSeconds(30), Optional.empty(), Map.of()),
                read(Map.of()));
    }

    @Test
    void allMistakesAreNamedAtOnce() {
        SettingsException mistakes = assertThrows(
                SettingsException.class,
                () -> read(Map.of(), "--port", "99999", "--slots", "0", "--redis", "http://here", "--bnid", "x"));

        assertEquals(4, mistakes.mistakes().size(), mistakes.getMessage());
    }

    @Test
    void thePortAndTheAddressAreTheQueueServersAlone() {
        StandaloneSettings settings = read(Map.of("PORT", "9000", "BIND_ADDRESS", "0.0.0.0"));

        assertEquals("9000", settings.queueServer("redis://r").get("PORT"));
        assertEquals("0.0.0.0", settings.queueServer("redis://r").get("BIND_ADDRESS"));
        assertEquals("0", settings.insideServices("redis://r").get("PORT"));
        assertEquals("127.0.0.1", settings.insideServices("redis://r").get("BIND_ADDRESS"));
    }

    @Test
    void certificatesAreTheQueueServersAlone() {
        StandaloneSettings settings = read(Map.of("ASYFLEET_TLS_CERT", "cert.pem", "ASYFLEET_TLS_KEY", "key.pem"));

        assertEquals("cert.pem", settings.queueServer("redis://r").get("ASYFLEET_TLS_CERT"));
        assertEquals("", settings.insideServices("redis://r").get("ASYFLEET_TLS_CERT"));
    }

    @Test
    void whatElseAServiceReadsFromTheEnvironmentReachesIt() {
        StandaloneSettings settings = read(Map.of("MAX_QUEUE_SIZE", "5", "ASYFLEET_LEVELS", "1s=100%"));

        assertEquals("5", settings.queueServer("redis://r").get("MAX_QUEUE_SIZE"));
        assertEquals("1s=100%", settings.insideServices("redis://r").get("ASYFLEET_LEVELS"));
    }

    @Test
    void thePatienceWithRedisIsThatOfEachService() {
        StandaloneSettings settings = read(Map.of(), "--redis-patience", "7s");

        assertEquals("7000ms", settings.queueServer("redis://r").get("ASYFLEET_REDIS_PATIENCE"));
        assertEquals("7000ms", settings.insideServices("redis://r").get("ASYFLEET_REDIS_PATIENCE"));
    }

    @Test
    void theDocumentationListsEverySetting() throws IOException {
        SettingsDocs.assertDocumented(StandaloneSettings.SPEC);
    }

    private static StandaloneSettings read(Map<String, String> environment, String... flags) {
        return StandaloneSettings.read(StandaloneSettings.SPEC.read(List.of(flags), environment), environment);
    }
}
