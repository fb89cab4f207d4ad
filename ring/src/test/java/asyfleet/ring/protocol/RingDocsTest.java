package asyfleet.ring.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.testing.Docs;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RingDocsTest {

    @Test
    void theTableInTheDocsIsTheTableInTheCode() {
        String documented =
                Docs.read("protocols.md").lines().filter(RingDocsTest::isRow).collect(Collectors.joining("\n"));
        assertEquals(moves(), documented);
    }

    @Test
    void theDocsGiveTheDefaultLimits() {
        RingLimits limits = RingLimits.DEFAULT;
        String sentence = "names have at most " + limits.maxNameChars() + " characters, a message "
                + limits.maxLineBytes() + " bytes, contents " + (limits.maxContentsBytes() >> 20) + " MiB.";
        assertTrue(Docs.readUnbroken("protocols.md").contains(sentence), sentence);
    }

    private static boolean isRow(String line) {
        return Arrays.stream(RingState.values()).anyMatch(state -> line.startsWith("| " + state + " "));
    }

    private static String moves() {
        return Arrays.stream(RingState.values())
                .flatMap(state -> state.words().stream().map(word -> row(state, word)))
                .collect(Collectors.joining("\n"));
    }

    private static String row(RingState state, RingWord word) {
        String speaker = state.speaker().name().toLowerCase(Locale.ROOT);
        return "| " + state + " | " + speaker + " | `" + word.form() + "` | " + state.after(word) + " |";
    }
}
