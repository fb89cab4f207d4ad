package asyfleet.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.testing.MetricValues;
import io.lettuce.core.ScriptOutputType;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RedisMetricsTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private RedisFixture fixture;
    private Redis redis;

    @BeforeEach
    void connect() {
        fixture = RedisFixture.startOwn();
        RedisSettings impatient = new RedisSettings(fixture.uri(), Duration.ofMillis(500), Duration.ofSeconds(30));
        redis = Redis.connect(impatient, new RedisMetrics(registry));
    }

    @AfterEach
    void close() {
        redis.close();
        fixture.close();
    }

    @Test
    void anErrorIsCountedOfACommandAndOfAScript() {
        await(redis.commands().set("key", new byte[1]));
        fail(redis.commands().llen("key"));
        fail(redis.commands().eval("return redis.call('llen', 'key')", ScriptOutputType.INTEGER));

        awaitErrors(2, "refused");
        assertEquals(0, errors("timeout"));
        assertEquals(0, errors("connection"));
    }

    @Test
    void aScriptThatRedisDoesNotKnowYetIsNoError() {
        LuaScript script = LuaScript.load("submit_task");

        await(script.integer(redis, List.of(), new ScriptArguments()));

        assertEquals(0, errors("refused"));
    }

    @Test
    void anAnswerThatDoesNotComeInTimeIsCounted() {
        await(fixture.redis().commands().clientPause(5000));

        fail(redis.commands().get("key"));

        awaitErrors(1, "timeout");
    }

    @Test
    void everyCommandIsTimed() {
        await(redis.commands().set("key", new byte[1]));
        await(redis.commands().get("key"));

        assertTrue(MetricValues.of(registry, "asyfleet_redis_call_seconds_count") >= 2);
    }

    private static void await(CompletionStage<?> answer) {
        answer.toCompletableFuture().join();
    }

    private static void fail(CompletionStage<?> answer) {
        assertThrows(CompletionException.class, () -> await(answer));
    }

    /** They are counted a moment after the answer. */
    private void awaitErrors(int count, String kind) {
        Awaitility.await().until(() -> errors(kind) == count);
    }

    private double errors(String kind) {
        return MetricValues.of(registry, "asyfleet_redis_errors_total{kind=\"" + kind + "\"}");
    }
}
