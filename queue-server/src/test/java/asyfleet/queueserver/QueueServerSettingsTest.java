package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.SettingsDocs;
import asyfleet.config.SettingsException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueServerSettingsTest {

    @Test
    void theDocumentationHoldsTheTableThatTheCodePrints() throws IOException {
        SettingsDocs.assertDocumented(QueueServerSettings.SPEC);
    }

    @Test
    void theSeedsVariablesKeepTheirNames() {
        QueueServerSettings settings = read(Map.of(
                "MAX_QUEUE_SIZE", "50",
                "AUTH_TOKEN", "first-token,second-token",
                "PORT", "9000",
                "BIND_ADDRESS", "0.0.0.0"));

        assertEquals(50, settings.fleet().maxQueueSize());
        assertEquals(9000, settings.net().listen().port());
        assertTrue(settings.access().limiterTokens().accept("second-token"));
        assertFalse(settings.access().limiterTokens().accept("third-token"));
    }

    @Test
    void everyMistakeIsNamedAtOnceAndNoSecretIsShown() {
        SettingsException mistakes = assertThrows(
                SettingsException.class,
                () -> read(Map.of("MAX_QUEUE_SIZE", "none", "PORT", "99999", "REDIS_URL", "http://:s3cret@x")));

        assertEquals(3, mistakes.mistakes().size(), mistakes.mistakes().toString());
        assertFalse(mistakes.mistakes().toString().contains("s3cret"));
    }

    @Test
    void aTimeoutIsOfferedOnceAndHasAtMostADay() {
        assertEquals(
                List.of(1000, 3000),
                read(Map.of("ASYFLEET_TIMEOUTS", "3s,1s,3000ms"))
                        .session()
                        .task()
                        .timeoutsMillis());
        assertThrows(SettingsException.class, () -> read(Map.of("ASYFLEET_TIMEOUTS", "30d")));
    }

    @ParameterizedTest
    @CsvSource({
        "ASYFLEET_KROKI_ALIASES, api",
        "ASYFLEET_KROKI_ALIASES, ws",
        "ASYFLEET_KROKI_ALIASES, a/b",
        "ASYFLEET_KROKI_ALIASES, TikZ",
        "ASYFLEET_KROKI_UPSTREAM, kroki.example",
        "ASYFLEET_KROKI_UPSTREAM, file:///etc/passwd",
        "ASYFLEET_KROKI_UPSTREAM, http://name:secret@kroki.example",
        "ASYFLEET_KROKI_UPSTREAM, http://kroki.example/?a=b",
    })
    void whatCannotBeATypeOrAKrokiServerIsRefused(String variable, String value) {
        assertThrows(SettingsException.class, () -> read(Map.of(variable, value)));
    }

    @Test
    void aKrokiServerMayBeBelowAPath() {
        assertEquals(
                "https://tools.example/kroki",
                read(Map.of("ASYFLEET_KROKI_UPSTREAM", "https://tools.example/kroki/"))
                        .kroki()
                        .upstream()
                        .orElseThrow()
                        .toString());
    }

    private static QueueServerSettings read(Map<String, String> environment) {
        return QueueServerSettings.read(QueueServerSettings.SPEC.read(List.of(), environment));
    }

    @Test
    void severalRedisAreShardsAndSentinelsOfOneAreNot() {
        List<String> uris = uris("redis-sentinel://one:26379,two:26379#fleet, redis://:s3cret@b:6379");

        assertEquals(List.of("redis-sentinel://one:26379,two:26379#fleet", "redis://:s3cret@b:6379"), uris);
    }

    @Test
    void aRedisIsNamedOnceAndItsPasswordIsNotSaid() {
        SettingsException twice =
                assertThrows(SettingsException.class, () -> uris("redis://:s3cret@a:6379,redis://:another@a:6379"));

        assertTrue(twice.getMessage().contains("expected every Redis once"), twice.getMessage());
        assertFalse(twice.getMessage().contains("s3cret"), twice.getMessage());
    }

    private static List<String> uris(String text) {
        return read(Map.of("REDIS_URL", text)).fleet().shards().stream()
                .map(access -> access.uri().value())
                .toList();
    }
}
