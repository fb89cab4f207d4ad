package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueTypeTest {

    private enum Mode {
        PLAIN,
        VERY_FAST
    }

    private static <T> void assertParses(T expected, ValueType<T> type, String text) {
        assertEquals(expected, type.parse().apply(text), text);
    }

    private static void assertRefuses(ValueType<?> type, String... texts) {
        for (String text : texts) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> type.parse().apply(text), "'" + text + "'");
            assertTrue(refused.getMessage().startsWith("expected "), refused.getMessage());
        }
    }

    @Test
    void aDurationIsMillisecondsUnlessItNamesItsUnit() {
        assertParses(Duration.ofSeconds(60), ValueType.duration(), "60000");
        assertParses(Duration.ofMillis(500), ValueType.duration(), "500ms");
        assertParses(Duration.ofSeconds(3), ValueType.duration(), "3s");
        assertParses(Duration.ofMinutes(5), ValueType.duration(), "5m");
        assertParses(Duration.ofHours(2), ValueType.duration(), "2h");
        assertParses(Duration.ofDays(1), ValueType.duration(), "1d");
        assertRefuses(ValueType.duration(), "", "0", "0s", "-1", "3 s", "1.5s", "3w", "s", "9".repeat(30));
        assertParses(Duration.ZERO, ValueType.durationOrZero(), "0");
        assertRefuses(ValueType.durationOrZero(), "never");
    }

    @Test
    void aDurationTooLongForAnyTimerIsRefused() {
        assertRefuses(ValueType.duration(), "999999999999d");
        assertRefuses(ValueType.durationOrZero(), "99999999999999h");
    }

    @Test
    void numbersKeepToTheirRange() {
        assertParses(0, ValueType.port(), "0");
        assertParses(65_535, ValueType.port(), "65535");
        assertRefuses(ValueType.port(), "-1", "65536", "http", "");
        assertParses(1, ValueType.positiveInt(), "1");
        assertRefuses(ValueType.positiveInt(), "0", "-5", "2147483648", "1e3");
        assertRefuses(ValueType.intBetween(2, 3), "1", "4");
        assertParses(50, ValueType.percent(), "50%");
        assertParses(100, ValueType.percent(), "100");
        assertRefuses(ValueType.percent(), "101%", "-1%", "%", "half");
    }

    @Test
    void aSizeIsBytesUnlessItNamesItsUnit() {
        assertParses(65_536L, ValueType.bytes(), "65536");
        assertParses(65_536L, ValueType.bytes(), "64k");
        assertParses(8L << 20, ValueType.bytes(), "8MiB");
        assertParses(1L << 30, ValueType.bytes(), "1g");
        assertRefuses(ValueType.bytes(), "", "-1", "1t", "k", "1.5m", "999999999999g");
    }

    @Test
    void aHostIsANameOrAnAddress() {
        for (String host : List.of("localhost", "0.0.0.0", "::", "::1", "a-b.example.com", "fe80::1%eth0")) {
            assertParses(host, ValueType.host(), host);
        }
        assertRefuses(ValueType.host(), "", "a b", "http://x", "-a", "a/b");
    }

    @Test
    void aUriHasOneOfTheSchemesAndAHost() {
        ValueType<URI> redis = ValueType.uri("redis", "rediss");
        assertParses(URI.create("redis://localhost:6379/0"), redis, "redis://localhost:6379/0");
        assertRefuses(redis, "", "localhost:6379", "http://x", "redis:x", "redis://", "redis://a b", "redis://a_b:1");
    }

    @Test
    void switchesEnumsListsAndPathsAreReadAsPeopleWriteThem() {
        assertParses(true, ValueType.bool(), "Yes");
        assertParses(false, ValueType.bool(), "0");
        assertRefuses(ValueType.bool(), "", "maybe");
        assertParses(Mode.VERY_FAST, ValueType.oneOf(Mode.class), "very-fast");
        assertRefuses(ValueType.oneOf(Mode.class), "", "fast");
        assertParses(List.of(1, 2), ValueType.listOf(ValueType.port()), "1, 2,");
        assertParses(List.of(), ValueType.listOf(ValueType.port()), "");
        assertRefuses(ValueType.listOf(ValueType.port()), "1,x");
        assertParses(Path.of("/a"), ValueType.path(), "/a");
        assertRefuses(ValueType.path(), "\0", "");
        assertRefuses(ValueType.text(), "");
        assertRefuses(ValueType.secretText(), "");
    }

    @Test
    void aSecretTellsWhetherItMatchesAndNothingElse() {
        Secret secret = ValueType.secretText().parse().apply("open sesame");
        assertTrue(secret.matches("open sesame"));
        assertFalse(secret.matches("open"));
        assertEquals("Secret[hidden]", secret.toString());
    }
}
