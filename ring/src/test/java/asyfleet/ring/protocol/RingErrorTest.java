package asyfleet.ring.protocol;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The mistakes of runners, at the manager's end, which listens to the most. */
class RingErrorTest {

    private final Listener<RunnerMessage, ManagerMessage> manager = Listener.manager();

    @BeforeEach
    void greet() {
        manager.hear("SALUTON; MI h\n");
        manager.say(new ManagerMessage.Version("1.3"));
        manager.hear("KOMPRENAS");
        manager.say(new ManagerMessage.Group("g"));
        manager.hear("JES");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X", "PETX", "peto", "PRETA", "FINO\n", "REZULTOX", " PETO", "\0", "GET / HTTP/1.1"})
    void aMessageThatMustNotComeNowEndsTheConversationAtTheFirstByteThatTells(String text) {
        RingProtocolException e = refusal(text);
        assertTrue(
                e.getMessage().endsWith("; expected PETO or REZULTO <JOBNAME> <STATUS> <SIZE> or FINO ANKAU"),
                e.getMessage());
    }

    @Test
    void anErrorShowsWhatCame() {
        assertEquals(
                "got \"GET /\\r\\n\"; expected PETO or REZULTO <JOBNAME> <STATUS> <SIZE> or FINO ANKAU",
                refusal("GET /\r\n").getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            REZULTO a success 2147483648  | size is "2147483648"; expected at most 2147483647
            REZULTO a success 99999999999999999999 | size is "99999999999999999999"; expected at most 2147483647
            REZULTO a success -3          | size is "-3"; expected digits up to the end
            REZULTO a success 3.5         | size is "3.5"; expected digits up to the end
            'REZULTO a success 3 '        | size is ""; expected digits up to the end
            REZULTO ../a success 1        | job name is "../a"; expected a relative path without ".."
            REZULTO /etc/passwd success 1 | job name is "/etc/passwd"; expected a relative path without ".."
            REZULTO a//b success 1        | job name is "a//b"; expected a relative path without ".."
            REZULTO a\\b success 1        | job name is "a\\\\b"; expected a relative path without ".."
            REZULTO a succ:ess 1          | status is "succ:ess"; expected one word such as success
            """)
    void aFieldThatHoldsWhatItMustNotIsNamed(String text, String error) {
        String expected = error + " in REZULTO <JOBNAME> <STATUS> <SIZE>";
        manager.hear(text);
        assertEquals(
                expected,
                assertThrows(RingProtocolException.class, manager::pause).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"REZULTO \n", "REZULTO a\n", "REZULTO a success\n", "REZULTO  a 1\n"})
    void aLineThatEndsBeforeItsFieldsIsRefused(String text) {
        assertTrue(refusal(text).getMessage().endsWith("; expected REZULTO <JOBNAME> <STATUS> <SIZE>"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0007", "\0", "\t", "\u001b", "\u007f"})
    void aControlCharacterInAFieldIsRefusedAtOnce(String control) {
        String error = refusal("REZULTO a" + control).getMessage();
        assertTrue(error.endsWith("; expected REZULTO <JOBNAME> <STATUS> <SIZE>"), error);
    }

    @Test
    void aNameHasALimit() {
        String longest = "x".repeat(255);
        assertDoesNotThrow(() -> manager.hear("REZULTO " + longest + " success 0\n"));
        manager.say(new ManagerMessage.Ready());
        manager.take();
        manager.say(new ManagerMessage.Received());
        assertTrue(refusal("REZULTO x" + longest + " success 0\n")
                .getMessage()
                .contains("has 256 characters; expected at most 255"));
    }

    @Test
    void aMessageThatDoesNotEndHasALimit() {
        manager.hear("REZULTO " + "x".repeat(1016));
        assertTrue(refusal("x").getMessage().startsWith("got over 1024 bytes that begin with \"REZULTO xxx"));
    }

    @Test
    void oneHugePieceIsNotKept() {
        assertTrue(refusal("PETO".repeat(10_000)).getMessage().startsWith("got over 1024 bytes"));
    }

    @Test
    void thePeerMustWaitForOurAnswer() {
        manager.hear("PETO");
        assertEquals(
                "got \"PETO\"; expected nothing before our answer",
                refusal("PETO").getMessage());
    }

    @Test
    void aRunnerMayTakeItsLeaveInsteadOfWaitingForAJob() {
        manager.hear("PETO");
        assertEquals(List.of(), manager.hear("FINO AN"));
        assertEquals(List.of(new RunnerMessage.Farewell()), manager.hear("KAU"));
        assertEquals(RingState.ENDED, manager.state());
    }

    @Test
    void thePeerMustWaitForOurAnswerAlsoWhenItSpeaksBetweenTwoLooks() {
        manager.hear("REZULTO a success 2\n");
        manager.receive("ok");
        assertThrows(RingProtocolException.class, () -> manager.say(new ManagerMessage.Ready()));
    }

    @Test
    void aRunnerMustWaitForContentsOfSomeBytes() {
        manager.hear("PETO");
        manager.say(new ManagerMessage.Job("a", ".asy", 5));
        assertEquals(
                "got \"PETO\"; expected nothing before our answer",
                refusal("PRETAPETO").getMessage());
    }

    @Test
    void contentsMustNotBeLongerThanAnnounced() {
        manager.hear("REZULTO a success 2\n");
        manager.say(new ManagerMessage.Ready());
        assertEquals(
                "got \"3\"; expected nothing before our answer", refusal("123").getMessage());
    }

    @Test
    void nothingMayComeAfterTheEnd() {
        manager.hear("FINO ANKAU\n");
        assertEquals("got \"PETO\"; expected nothing", refusal("PETO").getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " h", "h ", "a\nb", "a\0", "a\u0085", "a\u2028"})
    void aNameThatCouldNotBeReadBackIsNotAccepted(String name) {
        assertThrows(IllegalArgumentException.class, () -> new RunnerMessage.Hail(name));
    }

    @Test
    void whateverAnotherVersionCallsItselfIsUnderstoodToBeAnother() {
        Listener<ManagerMessage, RunnerMessage> runner = Listener.runner();
        runner.say(new RunnerMessage.Hail("h"));
        assertEquals(List.of(new ManagerMessage.Version("1.3.1 beta")), runner.hear("VERSIO 1.3.1 beta\n"));
        assertThrows(IllegalArgumentException.class, () -> new ManagerMessage.Version("1.3\u009b"));
    }

    private RingProtocolException refusal(String text) {
        return assertThrows(RingProtocolException.class, () -> manager.hear(text));
    }
}
