package asyfleet.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class NeededToolsTest {

    @Test
    void aToolThatIsThereIsUsed() {
        assertEquals("tool", NeededTools.need(Optional.of("tool"), "no tool", "required"));
        assertEquals("tool", NeededTools.need(Optional.of("tool"), "no tool", null));
    }

    @Test
    void aTestWithoutItsToolIsSkippedUnlessTheToolIsRequired() {
        assertThrows(TestAbortedException.class, () -> NeededTools.need(Optional.empty(), "no tool", null));
        assertThrows(AssertionError.class, () -> NeededTools.need(Optional.empty(), "no tool", "required"));
    }
}
