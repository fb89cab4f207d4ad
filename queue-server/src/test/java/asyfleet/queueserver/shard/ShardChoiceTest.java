package asyfleet.queueserver.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardChoiceTest {

    private static final ShardName A = ShardName.of("redis://a:6379");
    private static final ShardName B = ShardName.of("redis://b:6379");
    private static final ShardName C = ShardName.of("redis://c:6379");

    /** Many more than the bounds below could fail by chance; the draws are always the same. */
    private static final List<String> CALLERS =
            IntStream.range(0, 3000).mapToObj(i -> "caller " + i).toList();

    private static ShardState up(ShardName name, long slots, long free) {
        return new ShardState(name, true, true, slots, free);
    }

    private static long callersOf(ShardName name, List<ShardState> shards) {
        return CALLERS.stream()
                .filter(caller -> ShardChoice.ofCaller(caller, shards).name().equals(name))
                .count();
    }

    @Test
    void aCallerHasTheSameShardOnEveryQueueServerWhateverTheOrderOfItsSettings() {
        List<ShardState> one = List.of(up(A, 8, 8), up(B, 8, 8), up(C, 8, 8));
        List<ShardState> other = List.of(up(C, 8, 8), up(A, 8, 8), up(B, 8, 8));

        CALLERS.forEach(caller -> assertEquals(
                ShardChoice.ofCaller(caller, one).name(),
                ShardChoice.ofCaller(caller, other).name()));
    }

    @Test
    void callersAreSpreadByFreeSlots() {
        long ofA = callersOf(A, List.of(up(A, 64, 64), up(B, 64, 16)));

        assertEquals(4.0 / 5, (double) ofA / CALLERS.size(), 0.05);
    }

    @Test
    void aFullShardIsLeftToItselfWhileAnotherHasRoom() {
        assertTrue(callersOf(A, List.of(up(A, 64, 0), up(B, 64, 1))) < CALLERS.size() / 5);
    }

    @Test
    void fullShardsShareTheCallersByTheirSlots() {
        long ofA = callersOf(A, List.of(up(A, 30, 0), up(B, 10, 0)));

        assertEquals(3.0 / 4, (double) ofA / CALLERS.size(), 0.05);
    }

    @Test
    void aTaskMoreOrLessMovesNobodyInALargeShard() {
        List<ShardState> before = List.of(up(A, 100, 100), up(B, 100, 90));
        List<ShardState> after = List.of(up(A, 100, 99), up(B, 100, 91));

        CALLERS.forEach(caller -> assertEquals(
                ShardChoice.ofCaller(caller, before).name(),
                ShardChoice.ofCaller(caller, after).name()));
    }

    @Test
    void whenAShardGoesOnlyItsOwnCallersMove() {
        List<ShardState> all = List.of(up(A, 8, 8), up(B, 8, 8), up(C, 8, 8));
        List<ShardState> without = List.of(ShardState.down(A), up(B, 8, 8), up(C, 8, 8));

        for (String caller : CALLERS) {
            ShardName before = ShardChoice.ofCaller(caller, all).name();
            ShardName after = ShardChoice.ofCaller(caller, without).name();
            if (before.equals(A)) {
                assertNotEquals(A, after);
            } else {
                assertEquals(before, after);
            }
        }
    }

    @Test
    void aShardWithoutASchedulerOrABackendIsLeftOutUnlessAllAreSo() {
        ShardState unled = new ShardState(A, true, false, 8, 8);
        ShardState without = up(B, 0, 0);

        assertEquals(0, callersOf(A, List.of(unled, up(C, 1, 0))));
        assertEquals(0, callersOf(B, List.of(without, up(C, 1, 0))));
        assertTrue(callersOf(A, List.of(unled, without)) > 0);
        assertEquals(CALLERS.size(), callersOf(A, List.of(unled, ShardState.down(C))));
    }

    @Test
    void aCountStaysWhereItIsHoweverTheLoadMoves() {
        ShardName home = ShardChoice.ofCount("limiter", List.of(up(A, 8, 8), up(B, 8, 0)))
                .name();

        assertEquals(
                home,
                ShardChoice.ofCount("limiter", List.of(up(A, 8, 0), up(B, 0, 0)))
                        .name());
        ShardName other =
                Stream.of(A, B).filter(name -> !name.equals(home)).findFirst().orElseThrow();
        assertEquals(
                other,
                ShardChoice.ofCount("limiter", List.of(ShardState.down(home), up(other, 0, 0)))
                        .name());
    }

    @Test
    void aShardsNameHasNoPasswordAndDependsOnNoOrderOfItsSentinels() {
        assertEquals(A, ShardName.of("redis://user:secret@a:6379"));
        assertEquals(
                ShardName.of("redis-sentinel://one:26379,two:26379#fleet"),
                ShardName.of("redis-sentinel://:secret@two:26379,one:26379#fleet"));
        assertNotEquals(A, ShardName.of("redis://a:6379/1"));
        assertTrue(A.isOf(A.tag() + "0123"));
    }
}
