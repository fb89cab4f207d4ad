package asyfleet.backend.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotCountTest {

    @Test
    void aNumberStaysAsItIs() {
        assertEquals(new SlotCount(7, false), parse("7"));
        assertEquals(7, parse("7").most());
    }

    @Test
    void coresAndAutoBeginWithOneForEachProcessor() {
        int processors = Runtime.getRuntime().availableProcessors();
        assertEquals(new SlotCount(processors, false), parse("cores"));
        assertEquals(new SlotCount(processors, true), parse("auto"));
        assertEquals(2 * processors, parse("auto").most());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1025", "many", ""})
    void anythingElseIsToldWhatWasExpected(String text) {
        assertEquals(
                "expected a whole number from 1 to 1024, cores or auto",
                assertThrows(IllegalArgumentException.class, () -> parse(text)).getMessage());
    }

    private static SlotCount parse(String text) {
        return SlotCount.type().parse().apply(text);
    }
}
