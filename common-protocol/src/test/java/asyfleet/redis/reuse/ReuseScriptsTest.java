package asyfleet.redis.reuse;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.Toolchain;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sessions and kept results, on a real Redis. */
@Tag("slow")
class ReuseScriptsTest {

    private static final RedisFixture REDIS = RedisFixture.start();

    private final Results results = new Results(REDIS.redis(), Duration.ofMinutes(1), 100, Duration.ZERO);

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        await(new Toolchain(REDIS.redis()).publish("asymptote 2.85"));
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aSessionIsRememberedForAsLongAsAShellMayLive() throws Exception {
        try (Sessions sessions = Sessions.open(REDIS.redis(), superseded -> {})) {
            await(sessions.enter("editor", "one"));

            assertTrue(await(REDIS.redis().commands().ttl(RedisKeys.SESSION + "editor")) > 80_000);
        }
    }

    @Test
    void aNewerTaskOfASessionSupersedesTheOlderOneOnly() throws Exception {
        BlockingQueue<String> superseded = new LinkedBlockingQueue<>();
        try (Sessions sessions = Sessions.open(REDIS.redis(), superseded::add)) {
            await(sessions.enter("editor", "one"));
            await(sessions.enter("other", "three"));
            await(sessions.enter("editor", "one"));
            await(sessions.enter("editor", "two"));

            assertEquals("one", superseded.poll(20, TimeUnit.SECONDS));
            assertEquals(0L, await(sessions.leave("editor", "one")));
            assertEquals(1L, await(sessions.leave("editor", "two")));
            await(sessions.enter("editor", "four"));
            await(sessions.enter("editor", "five"));
            assertEquals("four", superseded.poll(20, TimeUnit.SECONDS));
        }
    }

    @Test
    void aResultIsFoundUnderTheSameToolchainOnly() {
        assertTrue(store("a", 10));
        assertArrayEquals(new byte[10], await(results.find("a")).get("picture"));

        await(new Toolchain(REDIS.redis()).publish("asymptote 2.86"));
        assertEquals(Map.of(), await(results.find("a")));
    }

    @Test
    void nothingIsKeptWhileTheToolchainIsUnknown() {
        REDIS.clear();

        assertFalse(store("a", 10));
        assertEquals(Map.of(), await(results.find("a")));
    }

    @Test
    void theResultThatWasNotAskedForTheLongestGivesWay() {
        store("a", 40);
        store("b", 40);
        await(results.find("a"));
        store("c", 40);

        assertTrue(isKept("a"));
        assertFalse(isKept("b"));
        assertTrue(isKept("c"));
    }

    @Test
    void storingTheSameAgainDoesNotCountTwice() {
        store("a", 60);
        store("a", 60);
        store("b", 40);

        assertTrue(isKept("a"));
        assertTrue(isKept("b"));
    }

    @Test
    void aLostCountOfBytesMendsItself() {
        store("a", 60);
        await(REDIS.redis().commands().set("results.bytes", "1000000".getBytes(StandardCharsets.UTF_8)));

        assertTrue(store("b", 60));
        assertTrue(isKept("b"));
    }

    private boolean store(String digest, int bytes) {
        return await(results.store(digest, Map.of("picture", new byte[bytes])));
    }

    private boolean isKept(String digest) {
        return !await(results.find(digest)).isEmpty();
    }
}
