package asyfleet.redis.connection;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.Secret;
import asyfleet.config.StartFailure;
import asyfleet.redis.RedisFixture;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The start of a service whose Redis is away. */
@Tag("slow")
class FleetRedisTest {

    private static final Duration LONG = Duration.ofHours(1);

    @BeforeEach
    void needsARedisOfItsOwn() {
        Assumptions.assumeTrue(System.getenv("ASYFLEET_TEST_REDIS") == null, "a shared Redis is not killed");
    }

    private static RedisAccess access(String uri, Duration patience) {
        return new RedisAccess(new Secret(uri), patience);
    }

    @Test
    void aRedisThatComesBackInTimeIsWaitedFor() throws Exception {
        try (RedisFixture fixture = RedisFixture.startOwn()) {
            fixture.kill();
            CompletableFuture<Redis> connecting;
            URI uri = URI.create(fixture.uri());
            try (ServerSocket inItsPlace = new ServerSocket(uri.getPort(), 1, InetAddress.getByName(uri.getHost()))) {
                connecting = CompletableFuture.supplyAsync(
                        () -> FleetRedis.connect(access(fixture.uri(), LONG), new PrometheusRegistry()));
                inItsPlace.accept().close(); // the first try has failed
            }
            fixture.restartEmpty();

            try (Redis redis = connecting.get(60, TimeUnit.SECONDS)) {
                await(redis.commands().ping());
            }
        }
    }

    @Test
    void withoutPatienceItFailsAtOnceAndSaysWhatToDo() {
        StartFailure failure = assertThrows(
                StartFailure.class,
                () -> FleetRedis.connect(access("redis://127.0.0.1:1", Duration.ZERO), new PrometheusRegistry()));

        assertTrue(failure.getMessage().startsWith("No Redis at 127.0.0.1:1: "), failure.getMessage());
        assertTrue(failure.getMessage().contains("--redis"), failure.getMessage());
    }

    @Test
    void patienceEnds() {
        assertThrows(
                StartFailure.class,
                () -> FleetRedis.connect(
                        access("redis://127.0.0.1:1", Duration.ofMillis(10)), new PrometheusRegistry()));
    }

    @Test
    void aRedisThatRefusesThePasswordIsNotAskedAgain() {
        try (RedisFixture fixture = RedisFixture.startOwn()) {
            await(fixture.redis().commands().configSet("requirepass", "s3cret"));

            StartFailure failure = assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> assertThrows(
                            StartFailure.class,
                            () -> FleetRedis.connect(access(fixture.uri(), LONG), new PrometheusRegistry())));
            assertTrue(failure.getMessage().contains("NOAUTH"), failure.getMessage());
        }
    }

    @Test
    void aServiceOfOneShardTakesOneRedis() {
        IllegalArgumentException several = assertThrows(
                IllegalArgumentException.class, () -> FleetRedis.uri().parse().apply("redis://a:6379,redis://b:6379"));

        assertTrue(several.getMessage().contains("only queue servers take several"), several.getMessage());
    }
}
