package asyfleet.redis.limiter;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.limiter.LimitRequests.Step;
import asyfleet.redis.limiter.LimitRequests.Type;
import asyfleet.redis.queueserver.ServerLease;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LimitRequestsTest {

    private static final RedisFixture REDIS = RedisFixture.start();

    private static final Type DOWNLOAD = Type.ofRequests("download");

    private static final Duration LEASE = Duration.ofMinutes(1);

    private ServerLease lease;
    private LimitRequests one;
    private LimitRequests two;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        lease = lease();
        one = new LimitRequests(REDIS.redis(), lease.id(), LEASE);
        two = new LimitRequests(REDIS.redis(), lease().id(), LEASE);
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
    void theSameClientsRequestTakesThePlaceThatItsDeadServerHeld() {
        run(one, start("client#1"), start("b"));

        assertEquals(List.of(2L, 2L), run(two, restart("client#7"), settle("client#7")));
        assertEquals(List.of(3L, 0L), run(two, new Step.Count(DOWNLOAD), start("c")));
        await(lease.release());
        assertEquals(List.of(1L, 1L), run(two, settle("client#7"), new Step.Count(DOWNLOAD)));
        assertEquals(List.of(1L), run(two, settle("client#7")), "its reply was lost");
    }

    @Test
    void theSameClientsRequestIsRefusedOnceTheOtherServerIsSeenAlive() {
        run(one, start("client#1"), start("b"));
        await(REDIS.redis().commands().pexpire(RedisKeys.SERVER + lease.id(), LEASE.toMillis() / 2));

        assertEquals(List.of(2L), run(two, restart("client#7")));
        await(lease.renew());
        assertEquals(List.of(0L, 0L, 2L), run(two, settle("client#7"), settle("client#7"), new Step.Count(DOWNLOAD)));
        assertEquals(List.of(2L), run(two, restart("client#8")), "what was claimed in vain can be claimed again");
    }

    @Test
    void aClientThatWasConnectedBeforeTheOtherServerRenewedItsLeaseIsAnotherOne() {
        run(one, start("client#1"), start("b"));

        Step before = new Step.Start(DOWNLOAD, "client#7", 2, Optional.of(Duration.ofMinutes(5)));
        assertEquals(List.of(0L, 2L), run(two, before, restart("client#7")));
    }

    @Test
    void aPlaceIsTakenOverOnceAndOnlyByTheSameClient() {
        run(one, start("client#1"), start("client2#1"));

        assertEquals(
                List.of(2L, 2L, 0L, 0L),
                run(two, restart("client#7"), restart("client#7"), restart("client#8"), restart("clien#9")));
        await(lease.release());
        assertEquals(List.of(1L, 1L), run(two, settle("client#7"), new Step.Count(DOWNLOAD)));
    }

    @Test
    void aPlaceThatTheOtherServerGivesBackIsTakenOver() {
        run(one, start("client#1"), start("b"));
        run(two, restart("client#7"));
        run(one, end("client#1"));

        assertEquals(List.of(1L, 2L), run(two, settle("client#7"), new Step.Count(DOWNLOAD)));
    }

    @Test
    void aRequestThatEndedBeforeItWasDecidedHoldsNothing() {
        run(one, start("client#1"), start("b"));
        run(two, restart("client#7"), end("client#7"));
        await(lease.release());

        assertEquals(List.of(0L, 0L), run(two, settle("client#7"), new Step.Count(DOWNLOAD)));
        assertEquals(List.of(), limiterKeys());
    }

    @Test
    void nothingIsLeftBehindByRequestsThatEnded() {
        run(one, start("a"), end("a"));

        assertEquals(List.of(), limiterKeys());
    }

    private static ServerLease lease() {
        ServerLease lease = new ServerLease(REDIS.redis(), LEASE);
        await(lease.renew());
        return lease;
    }

    private static List<Long> run(LimitRequests requests, Step... steps) {
        return await(requests.run(List.of(steps)));
    }

    private static Step start(String request) {
        return new Step.Start(DOWNLOAD, request, 2);
    }

    private static Step restart(String request) {
        return new Step.Start(DOWNLOAD, request, 2, Optional.of(Duration.ZERO));
    }

    private static Step settle(String request) {
        return new Step.Settle(DOWNLOAD, request);
    }

    private static Step end(String request) {
        return new Step.End(DOWNLOAD, request);
    }
}
