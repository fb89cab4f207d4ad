package asyfleet.ring.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingEndTest {

    private final Listener<RunnerMessage, ManagerMessage> manager = Listener.manager();
    private final Listener<ManagerMessage, RunnerMessage> runner = Listener.runner();

    @Test
    void aManagerHearsAndSaysWhatTheProtocolSays() {
        assertEquals(List.of(new RunnerMessage.Hail("node-7")), manager.hearSlowly("SALUTON; MI node-7"));
        assertEquals("VERSIO 1.3", manager.say(new ManagerMessage.Version("1.3")));
        assertEquals(List.of(new RunnerMessage.Understood()), manager.hearSlowly("KOMPRENAS"));
        assertEquals("ALIGI night shift", manager.say(new ManagerMessage.Group("night shift")));
        assertEquals(List.of(new RunnerMessage.Yes()), manager.hearSlowly("JES"));

        assertEquals(List.of(new RunnerMessage.JobRequest()), manager.hearSlowly("PETO"));
        assertEquals("LABORO sub/figure .asy 17", manager.say(new ManagerMessage.Job("sub/figure", ".asy", 17)));
        assertEquals(List.of(new RunnerMessage.Ready()), manager.hearSlowly("PRETA"));
        assertEquals("draw(unitcircle);", manager.say(managerContents("draw(unitcircle);")));

        assertEquals(
                List.of(new RunnerMessage.Result("sub/figure", "success", 12)),
                manager.hearSlowly("REZULTO sub/figure success 12"));
        assertEquals("PRETA", manager.say(new ManagerMessage.Ready()));
        assertEquals(List.of(runnerContents("runexp\nsum\0a")), manager.hearSlowly("runexp\nsum\0a"));
        assertEquals("RICEVIS", manager.say(new ManagerMessage.Received()));

        assertEquals(List.of(new RunnerMessage.JobRequest()), manager.hearSlowly("PETO"));
        assertEquals("FINO", manager.say(new ManagerMessage.NoMoreJobs()));
        assertEquals(List.of(new RunnerMessage.Farewell()), manager.hearSlowly("FINO ANKAU"));
        assertEquals(RingState.ENDED, manager.state());
    }

    @Test
    void aMessageEndsAtItsLineFeedWhateverNewlinesFollow() {
        assertEquals(List.of(new RunnerMessage.Hail("node-7")), manager.hear("SALUTON; MI node-7\n\r"));
    }

    @Test
    void aRunnerHearsAndSaysWhatTheProtocolSays() {
        assertEquals("SALUTON; MI node-7", runner.say(new RunnerMessage.Hail("node-7")));
        assertEquals(List.of(new ManagerMessage.Version("1.3")), runner.hearSlowly("VERSIO 1.3"));
        assertEquals("KOMPRENAS", runner.say(new RunnerMessage.Understood()));
        assertEquals(List.of(new ManagerMessage.Group("night shift")), runner.hearSlowly("ALIGI night shift"));
        assertEquals("JES", runner.say(new RunnerMessage.Yes()));

        assertEquals("PETO", runner.say(new RunnerMessage.JobRequest()));
        assertEquals(List.of(new ManagerMessage.Job("my job", ".sh", 3)), runner.hearSlowly("LABORO my job .sh 3"));
        assertEquals("PRETA", runner.say(new RunnerMessage.Ready()));
        assertEquals(List.of(managerContents("ls\n")), runner.hearSlowly("ls\n"));

        assertEquals("REZULTO my job failure 2", runner.say(new RunnerMessage.Result("my job", "failure", 2)));
        assertEquals(List.of(new ManagerMessage.Ready()), runner.hearSlowly("PRETA"));
        assertEquals("no", runner.say(runnerContents("no")));
        assertEquals(List.of(new ManagerMessage.Received()), runner.hearSlowly("RICEVIS"));

        runner.say(new RunnerMessage.JobRequest());
        assertEquals(List.of(new ManagerMessage.Hold()), runner.hearSlowly("ATENDI"));
        runner.say(new RunnerMessage.JobRequest());
        assertEquals(List.of(new ManagerMessage.Out()), runner.hearSlowly("ELIRI"));
        runner.say(new RunnerMessage.JobRequest());
        assertEquals(List.of(new ManagerMessage.NoMoreJobs()), runner.hearSlowly("FINO"));
        assertEquals("FINO ANKAU", runner.say(new RunnerMessage.Farewell()));
    }

    @Test
    void aMessageWithoutFieldsIsCompleteWithItsLastLetter() {
        greet();
        assertEquals(List.of(), manager.hear("PET"));
        assertFalse(manager.awaitsQuiet());
        assertEquals(List.of(new RunnerMessage.JobRequest()), manager.hear("O"));
    }

    @Test
    void aMessageWithFieldsIsCompleteWhenThePeerIsQuiet() {
        assertEquals(List.of(), manager.hear("SALUTON; MI no"));
        assertTrue(manager.awaitsQuiet());
        assertEquals(List.of(), manager.hear("de-7"));
        assertEquals(List.of(new RunnerMessage.Hail("node-7")), manager.pause());
    }

    @Test
    void aPauseDoesNotCompleteAMessageThatLacksFields() {
        greet();
        for (String piece : List.of("REZULTO ", "a", " ", "success", " ")) {
            assertEquals(List.of(), manager.hear(piece));
            assertEquals(List.of(), manager.pause());
        }
        manager.hear("7");
        assertEquals(List.of(new RunnerMessage.Result("a", "success", 7)), manager.pause());
    }

    @Test
    void aPauseInsideANumberEndsIt() {
        greet();
        manager.hear("REZULTO a success 1");
        assertEquals(List.of(new RunnerMessage.Result("a", "success", 1)), manager.pause());
        assertThrows(RingProtocolException.class, () -> manager.hear("2"));
    }

    @Test
    void aSizeWithAllItsDigitsIsSeenToBeComplete() {
        greet();
        assertEquals(List.of(), manager.hear("REZULTO a success 000000000"));
        assertTrue(manager.awaitsQuiet());
        assertEquals(List.of(new RunnerMessage.Result("a", "success", 7)), manager.hear("7"));
    }

    @Test
    void digitsInANameAreNoSize() {
        greet();
        assertEquals(List.of(), manager.hear("REZULTO sample 1 0123456789"));
        manager.hear(" success 5");
        assertEquals(List.of(new RunnerMessage.Result("sample 1 0123456789", "success", 5)), manager.pause());
    }

    @Test
    void aSizeWithAllItsDigitsIsAnsweredInKindAndNoOtherIs() {
        greet();
        say(manager, "REZULTO a success 2", "ok");
        manager.hear("PETO");
        assertEquals("LABORO b .asy 3", manager.say(new ManagerMessage.Job("b", ".asy", 3)));
        manager.hear("PRETA");
        manager.say(managerContents("abc"));

        say(manager, "REZULTO b success 0000000002", "ok");
        manager.hear("PETO");
        assertEquals("LABORO c .asy 0000000003", manager.say(new ManagerMessage.Job("c", ".asy", 3)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\n\n"})
    void aTrailingNewlineIsAcceptedAndSavesTheWait(String newline) {
        assertEquals(List.of(new RunnerMessage.Hail("h")), manager.hear("SALUTON; MI h" + newline));
        manager.say(new ManagerMessage.Version("1.3"));
        assertEquals(List.of(new RunnerMessage.Understood()), manager.hear("KOMPRENAS" + newline));
        manager.say(new ManagerMessage.Group("g"));
        assertEquals(List.of(new RunnerMessage.Yes()), manager.hear("JES" + newline));
        assertEquals(
                List.of(new RunnerMessage.Result("a", "success", 2)), manager.hear("REZULTO a success 2" + newline));
        manager.say(new ManagerMessage.Ready());
        assertEquals(List.of(runnerContents("ok")), manager.hear("ok" + newline));
        manager.say(new ManagerMessage.Received());
        assertEquals(List.of(new RunnerMessage.Farewell()), manager.hear("FINO ANKAU" + newline));
    }

    @Test
    void aNewlineMayComeLaterThanItsMessage() {
        manager.hear("SALUTON; MI h\r");
        assertEquals(List.of(new RunnerMessage.Hail("h")), manager.hear("\n"));
        assertEquals(List.of(), manager.hear("\n"));
        manager.say(new ManagerMessage.Version("1.3"));
        assertEquals(List.of(new RunnerMessage.Understood()), manager.hear("\nKOMPRENAS"));
    }

    @Test
    void aCarriageReturnBeforeAPauseIsNoPartOfTheName() {
        manager.hear("SALUTON; MI h\r");
        assertEquals(List.of(new RunnerMessage.Hail("h")), manager.pause());
    }

    @Test
    void contentsMayBeginAndEndWithNewlines() {
        greet();
        manager.hear("REZULTO a success 4\n");
        manager.say(new ManagerMessage.Ready());
        assertEquals(List.of(runnerContents("\n\r\n\n")), manager.hear("\n\r\n\n"));
    }

    @Test
    void messagesThatNeedNoAnswerMayBeJoined() {
        manager.hear("SALUTON; MI h\n");
        manager.say(new ManagerMessage.Version("1.3"));
        manager.hear("KOMPRENAS");
        manager.say(new ManagerMessage.Group("g"));
        assertEquals(List.of(new RunnerMessage.Yes(), new RunnerMessage.JobRequest()), manager.hear("JESPETO"));
    }

    @Test
    void aRunnerNeedNotWaitForContentsOfNoBytes() {
        greet();
        manager.hear("PETO");
        manager.say(new ManagerMessage.Job("empty", ".asy", 0));
        assertEquals(List.of(new RunnerMessage.Ready()), manager.hear("PRETAREZULTO empty failure 0"));
        manager.say(managerContents(""));
        assertEquals(List.of(new RunnerMessage.Result("empty", "failure", 0)), manager.pause());
        manager.say(new ManagerMessage.Ready());
        assertEquals(List.of(runnerContents("")), manager.take());
    }

    @Test
    void aManagerNeedNotWaitForContentsOfNoBytes() {
        reachIdle();
        runner.say(new RunnerMessage.Result("a", "success", 0));
        assertEquals(List.of(new ManagerMessage.Ready()), runner.hear("PRETARICEVIS"));
        runner.say(runnerContents(""));
        assertEquals(List.of(new ManagerMessage.Received()), runner.take());
    }

    @Test
    void contentsOverTheLimitAreReadAndDroppedAndTheConversationGoesOn() {
        greet();
        int size = RingLimits.DEFAULT.maxContentsBytes() + 1;
        assertEquals(
                List.of(new RunnerMessage.Result("a", "success", size)),
                manager.hear("REZULTO a success " + size + "\n"));
        manager.say(new ManagerMessage.Ready());
        assertEquals(List.of(runnerContents("")), manager.hear("x".repeat(size)));
        manager.say(new ManagerMessage.Received());
        assertEquals(List.of(new RunnerMessage.JobRequest()), manager.hear("PETO"));
    }

    @Test
    void aRunnerMayEndUnaskedAndAskAgainAfterTheEndOfJobs() {
        greet();
        manager.hear("PETO");
        manager.say(new ManagerMessage.NoMoreJobs());
        assertEquals(List.of(new RunnerMessage.JobRequest()), manager.hear("PETO"));
        manager.say(new ManagerMessage.Out());
        assertEquals(List.of(new RunnerMessage.Farewell()), manager.hear("FINO ANKAU"));
    }

    @Test
    void aMessageThatMustNotBeSaidNowIsABug() {
        IllegalStateException early =
                assertThrows(IllegalStateException.class, () -> manager.say(new ManagerMessage.Version("1.3")));
        assertEquals("cannot say VERSIO in state HAIL; expected to listen", early.getMessage());
        IllegalStateException wrong =
                assertThrows(IllegalStateException.class, () -> runner.say(new RunnerMessage.JobRequest()));
        assertEquals("cannot say PETO in state HAIL; expected [SALUTON]", wrong.getMessage());
    }

    @Test
    void contentsMustHaveTheAnnouncedSize() {
        greet();
        manager.hear("PETO");
        manager.say(new ManagerMessage.Job("a", ".asy", 5));
        manager.hear("PRETA");
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> manager.say(managerContents("four")));
        assertEquals("CONTENTS has 4 bytes; expected the announced 5", e.getMessage());
    }

    private void greet() {
        manager.hear("SALUTON; MI h\n");
        manager.say(new ManagerMessage.Version("1.3"));
        manager.hear("KOMPRENAS");
        manager.say(new ManagerMessage.Group("g"));
        manager.hear("JES");
        assertEquals(RingState.IDLE, manager.state());
    }

    private void reachIdle() {
        runner.say(new RunnerMessage.Hail("h"));
        runner.hear("VERSIO 1.3\n");
        runner.say(new RunnerMessage.Understood());
        runner.hear("ALIGI g\n");
        runner.say(new RunnerMessage.Yes());
        assertEquals(RingState.IDLE, runner.state());
    }

    private static ManagerMessage.Contents managerContents(String text) {
        return new ManagerMessage.Contents(text.getBytes(StandardCharsets.UTF_8));
    }

    private static RunnerMessage.Contents runnerContents(String text) {
        return new RunnerMessage.Contents(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A result and its contents, which a manager takes. */
    private static void say(Listener<RunnerMessage, ManagerMessage> manager, String result, String contents) {
        manager.hear(result);
        manager.pause();
        manager.say(new ManagerMessage.Ready());
        manager.hear(contents);
        manager.say(new ManagerMessage.Received());
    }
}
