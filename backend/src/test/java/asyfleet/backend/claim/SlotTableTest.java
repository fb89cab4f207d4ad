package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTableTest {

    private final SlotTable slots = new SlotTable();

    SlotTableTest() {
        slots.add(List.of("a", "b", "c"));
    }

    @Test
    void everyFreeSlotIsClaimedForOnce() {
        assertEquals(List.of("a", "b"), slots.claim(2));
        assertEquals(List.of("c"), slots.claim(2));
        assertEquals(List.of(), slots.claim(2));
        assertEquals(3, slots.claiming());
    }

    @Test
    void aReleasedSlotIsFreeAgain() {
        slots.claim(3);

        assertFalse(slots.release("b"));

        assertEquals(1, slots.free());
        assertEquals(List.of("b"), slots.claim(3));
    }

    @Test
    void aSlotIsBusyUntilItIsVacated() {
        occupy("a");
        assertEquals(1, slots.busy());

        assertFalse(slots.vacate("a"));

        assertEquals(0, slots.busy());
        assertEquals(3, slots.free());
    }

    @Test
    void freeSlotsRetireFirstAndAtOnce() {
        slots.claim(2);

        assertEquals(List.of("c"), slots.retire(1));

        assertEquals(List.of("a", "b"), slots.backends());
    }

    @Test
    void aSlotThatIsToRetireAndIsStillHereCanBeKept() {
        occupy("a", "b");
        assertEquals(List.of("c"), slots.retire(3));

        assertEquals(1, slots.keep(1));
        assertEquals(1, slots.size());
        assertEquals(1, slots.keep(5));

        assertFalse(slots.vacate("a"));
        assertFalse(slots.vacate("b"));
        assertEquals(2, slots.free());
    }

    @Test
    void aSlotThatHasLeftIsNotKept() {
        occupy("a", "b", "c");
        slots.retire(3);
        assertTrue(slots.leave("a"));

        assertEquals(2, slots.keep(3));
    }

    @Test
    void aBusySlotRetiresWhenItsTaskIsOver() {
        occupy("a", "b", "c");

        assertEquals(List.of(), slots.retire(1));
        assertEquals(2, slots.size());
        assertEquals(List.of("a", "b", "c"), slots.backends());

        assertTrue(slots.vacate("a"));
        assertFalse(slots.vacate("b"));
        assertEquals(List.of("b", "c"), slots.backends());
    }

    @Test
    void aBusySlotThatIsToRetireLeavesAsSoonAsItsTaskHasEnded() {
        occupy("a", "b", "c");
        slots.retire(1);

        assertTrue(slots.leave("a"));
        assertFalse(slots.leave("b"));
        assertEquals(List.of("b", "c"), slots.backends());
        assertFalse(slots.isEmpty());

        assertFalse(slots.vacate("a"), "it has left before");
        assertFalse(slots.vacate("b"));
        assertEquals(1, slots.free());
    }

    @Test
    void aSlotWhoseClaimIsUnderWayRetiresWhenItIsReleased() {
        slots.claim(3);
        slots.retire(3);

        assertTrue(slots.release("a"));
    }

    @Test
    void noSlotRetiresTwice() {
        slots.claim(3);

        slots.retire(2);
        slots.retire(2);

        assertEquals(0, slots.size());
        assertEquals(3, slots.backends().size());
    }

    @Test
    void movesThatAreNotListedAreBugs() {
        assertThrows(IllegalStateException.class, () -> slots.occupy("a"));
        assertThrows(IllegalStateException.class, () -> slots.vacate("a"));
        assertThrows(IllegalStateException.class, () -> slots.release("a"));
        assertThrows(IllegalStateException.class, () -> slots.release("unknown"));
    }

    private void occupy(String... backends) {
        slots.claim(backends.length);
        List.of(backends).forEach(slots::occupy);
    }

    /** Slots that nobody retires are free, claimed or busy, and the counts say so after every step. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theCountsAreThoseOfTheSlotsWhateverHappens(long seed) {
        Random random = new Random(seed);
        List<String> claimed = new ArrayList<>();
        List<String> busy = new ArrayList<>();
        int registered = 3;
        for (int step = 0; step < 2000; step++) {
            switch (random.nextInt(6)) {
                case 0 -> claimed.addAll(slots.claim(1 + random.nextInt(2)));
                case 1 -> registered -= take(claimed, random, slots::release) ? 1 : 0;
                case 2 ->
                    take(claimed, random, backend -> {
                        slots.occupy(backend);
                        return busy.add(backend);
                    });
                case 3 -> registered -= take(busy, random, slots::vacate) ? 1 : 0;
                case 4 -> {
                    slots.add(List.of("more " + step));
                    registered++;
                }
                default -> registered -= slots.retire(1).size();
            }
            assertEquals(claimed.size(), slots.claiming(), () -> "seed " + seed);
            assertEquals(busy.size(), slots.busy(), () -> "seed " + seed);
            assertEquals(registered - claimed.size() - busy.size(), slots.free(), () -> "seed " + seed);
            assertEquals(registered, slots.backends().size(), () -> "seed " + seed);
        }
    }

    /** Whether the action said yes to one of these, which is taken out. */
    private static boolean take(List<String> backends, Random random, Predicate<String> action) {
        return !backends.isEmpty() && action.test(backends.remove(random.nextInt(backends.size())));
    }
}
