package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ServerPoolTest {

    private static final Instant NOW = Instant.EPOCH;

    private final ServerPool pool = new ServerPool();

    private static ServerSpec spec(int number) {
        return ServerSpec.waitingFor("file" + number, "program");
    }

    @Test
    void aServerIsStartedWhenItIsWantedForTheSecondTime() {
        assertEquals(List.of(), pool.want(List.of(spec(1), spec(2))));
        assertEquals(List.of(spec(2)), pool.want(List.of(spec(2), spec(3))));
    }

    @Test
    void aServerThatRunsIsNotStartedAgain() {
        pool.started(spec(1), NOW);
        pool.want(List.of(spec(1)));
        assertEquals(List.of(), pool.want(List.of(spec(1))));
    }

    @Test
    void beyondTheBoundTheOneGoesThatWasNotWantedForLongest() {
        for (int i = 0; i < ServerPool.MOST; i++) {
            assertEquals(Optional.empty(), pool.started(spec(i), NOW));
        }
        pool.want(List.of(spec(0)));
        assertEquals(Optional.of(spec(1)), pool.started(spec(99), NOW));
        assertEquals(ServerPool.MOST, pool.running().size());
        assertFalse(pool.running().contains(spec(1)));
    }

    @Test
    void anOldServerIsReplacedAndItsSuccessorIsNotOld() {
        pool.started(spec(1), NOW);
        assertEquals(List.of(), pool.old(NOW.plus(ServerPool.OLD).minusMillis(1)));
        Instant later = NOW.plus(ServerPool.OLD);
        assertEquals(List.of(spec(1)), pool.old(later));
        pool.started(spec(1), later);
        assertEquals(List.of(), pool.old(later));
        assertEquals(Set.of(spec(1)), pool.running());
    }

    @Test
    void aServerThatFailedIsTriedAgainWhenItIsWantedAgainButNotForEver() {
        pool.want(List.of(spec(1)));
        for (int i = 1; i < ServerPool.TRIES; i++) {
            assertEquals(List.of(spec(1)), pool.want(List.of(spec(1))));
            assertFalse(pool.failed(spec(1)));
        }
        assertEquals(List.of(spec(1)), pool.want(List.of(spec(1))));
        assertTrue(pool.failed(spec(1)));
        assertEquals(List.of(), pool.want(List.of(spec(1))));
    }

    @Test
    void aServerThatEndedByItselfDoesNotRun() {
        pool.started(spec(1), NOW);
        pool.failed(spec(1));
        assertEquals(Set.of(), pool.running());
    }

    @Test
    void namesThatComeOnceAreForgotten() {
        pool.want(List.of(spec(0)));
        for (int i = 1; i <= 1000; i++) {
            pool.want(List.of(spec(i)));
        }
        assertEquals(List.of(), pool.want(List.of(spec(0))));
    }
}
