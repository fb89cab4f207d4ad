package asyfleet.scheduler.leadership;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.scheduler.TestFleet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LeaseTest {

    private static final RedisFixture REDIS = RedisFixture.startOwn();
    private static final Duration LONG = Duration.ofMinutes(5);
    private final AtomicLong skippedNanos = new AtomicLong();
    private final List<Optional<FencingToken>> changes = new CopyOnWriteArrayList<>();
    private Lease lease;

    @BeforeEach
    void start() {
        REDIS.clear();
        lease = lease(LONG);
        lease.start();
        // The last thing that it does when it begins to lead: the token is there before.
        await().until(() -> !changes.isEmpty());
    }

    @AfterEach
    void stop() {
        lease.close();
    }

    @AfterAll
    static void stopRedis() {
        REDIS.close();
    }

    private Lease lease(Duration life) {
        return lease(life, () -> System.nanoTime() + skippedNanos.get());
    }

    private Lease lease(Duration life, LongSupplier nanoTime) {
        return new Lease(
                new Leadership(REDIS.redis(), life),
                new Lease.LeaseTimes(life, Duration.ofMillis(20)),
                nanoTime,
                changes::add);
    }

    @Test
    void theFirstToAskLeads() {
        assertEquals(List.of(lease.token()), changes);
    }

    @Test
    void aSecondOneStandsByUntilTheFirstCloses() {
        try (Lease second = lease(LONG)) {
            second.start();
            FencingToken first = lease.token().orElseThrow();
            lease.close();

            await().until(() -> second.token().isPresent());

            FencingToken next = second.token().orElseThrow();
            assertTrue(Long.parseLong(next.value()) > Long.parseLong(first.value()));
        }
    }

    @Test
    void aLeaseThatIsWonWhileItsSchedulerClosesIsGivenUp() throws InterruptedException {
        lease.close();
        CountDownLatch beats = new CountDownLatch(2);
        Lease hasty = lease(LONG, () -> {
            beats.countDown();
            return 0;
        });
        REDIS.hang(Duration.ofMillis(200));
        hasty.start();
        beats.await(); // with the second beat, what was asked at the first is under way

        hasty.close();

        assertTrue(
                TestFleet.await(new Leadership(REDIS.redis(), LONG).acquire()).isPresent());
    }

    @Test
    void aLeaderWhoseTokenIsRefusedStandsBy() {
        FencingToken token = lease.token().orElseThrow();
        TestFleet.await(new Leadership(REDIS.redis(), LONG).release(token));

        lease.lost(token);

        await().until(() ->
                lease.token().isPresent() && !lease.token().orElseThrow().equals(token));
        assertEquals(Optional.empty(), changes.get(1));
    }

    @Test
    void aRefusalOfAnOldTokenDoesNotEndTheNewTerm() {
        FencingToken token = lease.token().orElseThrow();

        lease.lost(new FencingToken("1"));
        lease.close();

        assertEquals(List.of(Optional.of(token)), changes);
    }

    @Test
    void aLeaderThatSleptLongerThanItsLeaseStandsBy() {
        skippedNanos.addAndGet(LONG.plusMinutes(1).toNanos());

        await().until(() -> changes.contains(Optional.empty()));
    }

    @Test
    void aLeaseThatRedisForgotIsNoticedByTheNextRenewal() {
        FencingToken token = lease.token().orElseThrow();

        REDIS.clear();

        await().until(() -> changes.size() == 3);
        assertEquals(Optional.empty(), changes.get(1));
        assertNotEquals(Optional.of(token), changes.get(2));
    }
}
