package asyfleet.redis.limiter;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.limiter.LimitRequests.Step;
import asyfleet.redis.limiter.LimitRequests.Type;
import asyfleet.redis.queueserver.ServerLease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LimitRequestsTest {

    private static final RedisFixture REDIS = RedisFixture.start();

    private static final Type DOWNLOAD = Type.ofRequests("download");

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
        assertEquals(List.of(2L), run(one, new Step.Count(DOWNLOAD)));
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
        assertEquals(List.of(1L, 1L, 1L), run(one, start("a"), start("a"), new Step.Count(DOWNLOAD)));
    }

    @Test
    void limitsMayDifferFromMessageToMessage() {
        run(one, start("a"), start("b"));

        assertEquals(List.of(1L, 0L), run(one, new Step.Start(DOWNLOAD, "c", 3), new Step.Start(DOWNLOAD, "d", 1)));
    }

    @Test
    void typesAreApart() {
        run(one, start("a"), start("b"));

        assertEquals(List.of(1L), run(one, new Step.Start(Type.ofRequests("upload"), "a", 1)));
    }

    @Test
    void requestsOfAProgramAreNeverCountedAsTasksOfACallerWhateverTheirType() {
        run(
                one,
                new Step.Start(Type.ofRequests("10.9.9.9"), "a", 1),
                new Step.Start(Type.ofRequests("task:10.9.9.9"), "b", 1));

        assertEquals(
                List.of(0L, 1L),
                run(one, new Step.Count(Type.ofTasks("10.9.9.9")), new Step.Start(Type.ofTasks("10.9.9.9"), "c", 1)));
    }

    @Test
    void whatIsHeldIsRenewedForItsWholeLife() {
        run(one, start("a"));
        run(two, start("a"));
        shortenLives();

        assertEquals(List.of(1L), run(one, new Step.Renew(DOWNLOAD)));
        for (String key : limiterKeys()) {
            boolean ofOther = key.startsWith("limiter.held:") && !key.contains(lease.id());
            assertEquals(ofOther, await(REDIS.redis().commands().ttl(key)) <= 100, key);
        }
    }

    @Test
    void nothingIsRenewedWhereNothingIsHeld() {
        assertEquals(List.of(0L), run(one, new Step.Renew(DOWNLOAD)));
        assertEquals(List.of(), limiterKeys());
    }

    /** As if most of a day had passed. */
    private static void shortenLives() {
        limiterKeys().forEach(key -> await(REDIS.redis().commands().expire(key, 100)));
    }

    private static List<String> limiterKeys() {
        return REDIS.keys().stream().filter(key -> key.startsWith("limiter")).toList();
    }

    @Test
    void aServerWhoseLeaseRanOutHoldsNothing() {
        run(one, start("a"), start("b"));
        await(lease.release());

        assertEquals(List.of(0L, 1L), run(two, new Step.Count(DOWNLOAD), start("c")));
    }

    @Test
    void nothingIsLeftBehindByRequestsThatEnded() {
        run(one, start("a"), end("a"));

        assertEquals(List.of(), limiterKeys());
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
        return new Step.Start(DOWNLOAD, request, 2);
    }

    private static Step end(String request) {
        return new Step.End(DOWNLOAD, request);
    }
}
