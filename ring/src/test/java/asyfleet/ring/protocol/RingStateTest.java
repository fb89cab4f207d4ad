package asyfleet.ring.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingStateTest {

    @Test
    void theseAreAllTheLegalMoves() {
        List<String> moves = Arrays.stream(RingState.values())
                .flatMap(state -> state.words().stream()
                        .map(word -> state + " " + state.speaker() + " " + word + " " + state.after(word)))
                .toList();
        assertEquals("""
                HAIL RUNNER SALUTON VERSION
                VERSION MANAGER VERSIO UNDERSTOOD
                UNDERSTOOD RUNNER KOMPRENAS GROUP
                GROUP MANAGER ALIGI YES
                YES RUNNER JES IDLE
                IDLE RUNNER PETO ANSWER
                IDLE RUNNER REZULTO RESULT_READY
                IDLE RUNNER FINO_ANKAU ENDED
                ANSWER MANAGER LABORO JOB_READY
                ANSWER MANAGER FINO IDLE
                ANSWER MANAGER ELIRI IDLE
                ANSWER MANAGER ATENDI IDLE
                JOB_READY RUNNER PRETA JOB_CONTENTS
                JOB_CONTENTS MANAGER CONTENTS IDLE
                RESULT_READY MANAGER PRETA RESULT_CONTENTS
                RESULT_CONTENTS RUNNER CONTENTS RECEIVED
                RECEIVED MANAGER RICEVIS IDLE
                """, String.join("\n", moves) + "\n");
    }

    /** FINO begins FINO ANKAU, but a state in which both may be said would need to wait after the first. */
    @Test
    void noWordThatMayBeSaidBeginsAnotherThatMayBeSaid() {
        for (RingState state : RingState.values()) {
            for (RingWord word : state.words()) {
                Set<RingWord> others = EnumSet.copyOf(state.words());
                others.remove(word);
                others.forEach(other -> assertFalse(other.text().startsWith(word.text()), state + ": " + word));
            }
        }
    }

    @Test
    void contentsAreNeverOneChoiceAmongOthers() {
        for (RingState state : RingState.values()) {
            assertTrue(
                    !state.words().contains(RingWord.CONTENTS) || state.words().size() == 1, state.toString());
        }
    }
}
