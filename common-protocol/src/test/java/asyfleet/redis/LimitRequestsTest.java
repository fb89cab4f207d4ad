package asyfleet.redis;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.LimitRequests.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitRequestsTest {

    private static final RedisFixture REDIS = RedisFixture.start();

    private ServerLease lease;
    private LimitRequests one;
    private LimitRequests two;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        lease = lease();
        one = new LimitRequests(REDIS.redis(), lease.id());
        two = new LimitRequests(REDIS.redis(), lease().id());
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void asManyAsTheLimitRunAndTheNextDoesNot() {
        assertEquals(List.of(1L, 1L, 0L), run(one, start("a"), start("b"), start("c")));
    }

    @Test
    void serversShareTheCount() {
        assertEquals(List.of(1L), run(one, start("a")));
        assertEquals(List.of(1L, 0L), run(two, start("a"), start("b")));
        assertEquals(List.of(2L), run(one, new Step.Count("download")));
    }

    @Test
    void anEndedRequestMakesRoom() {
        run(one, start("a"), start("b"));

        assertEquals(List.of(1L, 1L), run(one, end("a"), start("c")));
    }

    @Test
    void aRefusedRequestHoldsNothingToGiveBack() {
        run(one, start("a"), start("b"), start("refused"), end("refused"));

        assertEquals(List.of(0L), run(one, start("c")));
    }

    @Test
    void startingAgainAfterALostReplyCountsOnce() {
        assertEquals(List.of(1L, 1L, 1L), run(one, start("a"), start("a"), new Step.Count("download")));
    }

    @Test
    void limitsMayDifferFromMessageToMessage() {
        run(one, start("a"), start("b"));

        assertEquals(List.of(1L, 0L), run(one, new Step.Start("download", "c", 3), new Step.Start("download", "d", 1)));
    }

    @Test
    void typesAreApart() {
        run(one, start("a"), start("b"));

        assertEquals(List.of(1L), run(one, new Step.Start("upload", "a", 1)));
    }

    @Test
    void aServerWhoseLeaseRanOutHoldsNothing() {
        run(one, start("a"), start("b"));
        await(lease.release());

        assertEquals(List.of(0L, 1L), run(two, new Step.Count("download"), start("c")));
    }

    @Test
    void nothingIsLeftBehindByRequestsThatEnded() {
        run(one, start("a"), end("a"));

        assertTrue(
                REDIS.keys().stream().noneMatch(key -> key.startsWith("limiter")),
                REDIS.keys().toString());
    }

    private static ServerLease lease() {
        ServerLease lease = new ServerLease(REDIS.redis(), Duration.ofMinutes(1));
        await(lease.renew());
        return lease;
    }

    private static List<Long> run(LimitRequests requests, Step... steps) {
        return await(requests.run(List.of(steps)));
    }

    private static Step start(String request) {
        return new Step.Start("download", request, 2);
    }

    private static Step end(String request) {
        return new Step.End("download", request);
    }
}
