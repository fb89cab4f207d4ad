package asyfleet.redis.connection;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.ScriptFixture;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class RedisTest {

    @Test
    void aRedisThatIsNotThereIsNamedWithoutItsPassword() {
        RedisUnavailableException failure = assertThrows(
                RedisUnavailableException.class, () -> Redis.connect(RedisSettings.of("redis://:s3cret@127.0.0.1:1")));

        assertTrue(failure.getMessage().startsWith("No Redis at 127.0.0.1:1: "), failure.getMessage());
        assertFalse(failure.getMessage().contains("s3cret"), failure.getMessage());
    }

    @Test
    void scriptsWorkAgainAfterRedisWasKilledAndCameBackEmpty() {
        Assumptions.assumeTrue(System.getenv("ASYFLEET_TEST_REDIS") == null, "a shared Redis is not killed");
        try (RedisFixture fixture = RedisFixture.startOwn()) {
            new ScriptFixture(fixture.redis()).submit();
            fixture.restartEmpty();

            Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
                await(fixture.redis().commands().ping());
                return true;
            });
            new ScriptFixture(fixture.redis()).submit();
        }
    }

    @ParameterizedTest
    @CsvSource({"3,3000", "3.0,3000", "0.25,250", "0,0", "1e1,10000"})
    void secondsAreReadAsAnyProgramMayWriteThem(String seconds, long millis) {
        assertEquals(Duration.ofMillis(millis), Seconds.parse(seconds));
    }

    @Test
    void secondsAreWrittenWithoutNeedlessZeros() {
        assertEquals("3", Seconds.format(Duration.ofSeconds(3)));
        assertEquals("0.25", Seconds.format(Duration.ofMillis(250)));
        assertEquals("30", Seconds.format(Duration.ofSeconds(30)));
    }
}
