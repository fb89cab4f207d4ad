package asyfleet.redis.queueserver;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ServerLeaseTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final Duration LIFE = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong();
    private final ServerLease lease = new ServerLease(REDIS.redis(), LIFE, nanos::get);

    @BeforeEach
    void hold() {
        REDIS.clear();
        await(lease.renew());
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aLeaseThatIsRenewedInTimeIsHeld() {
        for (int i = 0; i < 5; i++) {
            nanos.addAndGet(LIFE.toNanos() - 1);
            assertTrue(await(lease.renew()));
        }
    }

    @Test
    void aLeaseThatRedisDoesNotHaveHadLapsed() {
        await(lease.release());

        assertFalse(await(lease.renew()));
        assertTrue(await(lease.renew()));
    }

    @Test
    void aLeaseThatWasRenewedTooLateMayHaveLapsedEvenIfRedisHasIt() {
        nanos.addAndGet(LIFE.toNanos());

        assertFalse(await(lease.renew()));
        assertTrue(await(lease.renew()));
    }

    @Test
    void aLeaseIsSteadyOnceItWasHeldForAWhile() {
        assertFalse(lease.isSteady(), "it is new");
        renewFor(Duration.ofSeconds(3));

        assertTrue(lease.isSteady());
    }

    @Test
    void aLeaseThatLapsedOrMayHaveIsNotSteadyForAWhile() {
        renewFor(Duration.ofSeconds(3));
        await(lease.release());
        await(lease.renew());
        assertFalse(lease.isSteady(), "it had lapsed");
        renewFor(Duration.ofSeconds(3));
        assertTrue(lease.isSteady());

        lease.doubt();
        assertFalse(lease.isSteady());
    }

    @Test
    void aLeaseThatRedisDoesNotRenewIsNotSteady() {
        renewFor(Duration.ofSeconds(3));
        await(REDIS.redis().commands().configSet("maxmemory", "1"));
        try {
            CompletionStage<Boolean> renewal = lease.renew();
            assertThrows(CompletionException.class, () -> await(renewal));
        } finally {
            await(REDIS.redis().commands().configSet("maxmemory", "0"));
        }

        assertFalse(lease.isSteady());
    }

    @Test
    void aLeaseWithoutAnAnswerForAsLongAsItLivesIsNotSteady() {
        renewFor(Duration.ofSeconds(3));
        nanos.addAndGet(LIFE.toNanos());

        assertFalse(lease.isSteady());
    }

    private void renewFor(Duration time) {
        for (long i = 0; i < time.toSeconds(); i++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            await(lease.renew());
        }
    }
}
