package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlotTableTest {

    private final SlotTable slots = new SlotTable();

    SlotTableTest() {
        slots.add(List.of("a", "b", "c"));
    }

    @Test
    void everyFreeSlotIsHeldOnce() {
        assertEquals(List.of("a", "b", "c"), slots.holdFree());
        assertEquals(List.of(), slots.holdFree());
    }

    @Test
    void aReleasedSlotIsFreeAgain() {
        slots.holdFree();

        assertFalse(slots.release("b"));

        assertEquals(List.of("b"), slots.holdFree());
    }

    @Test
    void aSlotIsBusyUntilItIsVacated() {
        slots.holdFree();
        slots.occupy("a");
        assertEquals(1, slots.busy());

        assertFalse(slots.vacate("a"));

        assertEquals(0, slots.busy());
        assertEquals(List.of("a"), slots.holdFree());
    }

    @Test
    void freeSlotsRetireFirstAndAtOnce() {
        slots.holdFree();
        slots.release("c");

        assertEquals(List.of("c"), slots.retire(1));

        assertEquals(List.of("a", "b"), slots.backends());
    }

    @Test
    void aBusySlotRetiresWhenItsTaskIsOver() {
        slots.holdFree();
        slots.occupy("a");
        slots.occupy("b");
        slots.occupy("c");

        assertEquals(List.of(), slots.retire(1));
        assertEquals(2, slots.size());
        assertEquals(List.of("a", "b", "c"), slots.backends());

        assertTrue(slots.vacate("a"));
        assertFalse(slots.vacate("b"));
        assertEquals(List.of("b", "c"), slots.backends());
    }

    @Test
    void aHeldSlotRetiresWhenItIsReleased() {
        slots.holdFree();
        slots.retire(3);

        assertTrue(slots.release("a"));
    }

    @Test
    void noSlotRetiresTwice() {
        slots.holdFree();

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
}
