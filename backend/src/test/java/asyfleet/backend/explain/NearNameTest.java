package asyfleet.backend.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearNameTest {

    private static final List<String> NAMES = List.of("unitcircle", "draw", "dot", "graph", "Label", "label", "xaxis");

    @ParameterizedTest
    @CsvSource({
        "untcircle, unitcircle",
        "unitcricle, unitcircle",
        "unitcirclee, unitcircle",
        "drwa, draw",
        "LABEL, Label",
        "labl, label",
        "grph, graph"
    })
    void aSlipOfTheFingersIsRecognised(String wrong, String meant) {
        assertEquals(Optional.of(meant), NearName.of(wrong, NAMES));
    }

    @ParameterizedTest
    @CsvSource({"square", "gr", "x", "dxx", "drrrraw"})
    void whatIsTooFarOrTooShortIsNoSlip(String other) {
        assertEquals(Optional.empty(), NearName.of(other, NAMES));
    }

    @Test
    void hostileLengthsCostNothing() {
        assertEquals(Optional.empty(), NearName.of("a".repeat(1 << 20), List.of("a".repeat(1 << 20) + "b")));
    }
}
