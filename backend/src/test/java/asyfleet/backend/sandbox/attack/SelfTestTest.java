package asyfleet.backend.sandbox.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.backend.execute.AsyCommand;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.ForwardingSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxException;
import asyfleet.backend.sandbox.SandboxFixture;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.attack.SelfTest.Outcome;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class SelfTestTest {

    /** Enough for all programs of an attack on a busy machine. */
    private static final Duration NO_HURRY = Duration.ofSeconds(20);

    /** Asymptote waits without end for a port that does not answer, so this attack always takes all its time. */
    private static final String ENDLESS = "call a port with Asymptote";

    private static final Duration ENOUGH_TO_CALL = Duration.ofSeconds(5);

    @Test
    void theSandboxContainsEveryAttack() throws Exception {
        try (SandboxFixture fixture = SandboxFixture.bwrap()) {
            List<Outcome> outcomes = SelfTest.run(fixture.sandbox(), fixture.state());
            assertEquals(
                    List.of(),
                    outcomes.stream().filter(outcome -> !outcome.contained()).toList());
            SelfTest.requireContained(outcomes);
        }
    }

    /** Or an attack that would never work anywhere would be shown as contained. Only those that hurt nobody. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "read a file with Asymptote",
                "read a file with a shell",
                "read a file with a program that the settings name",
                "read a file with Ghostscript, its own safety off",
                "read a file with PostScript in a \\special",
                ENDLESS,
                "call a port with a shell",
                "see the processes of the machine",
                "find a process without a system call filter",
                "kill a process of the machine"
            })
    void theSameAttackSucceedsWithoutASandbox(String name) throws Exception {
        try (SandboxFixture fixture = SandboxFixture.bare();
                Victim victim = Victim.create(fixture.state())) {
            Attack attack = new Attacks(victim, SandboxLimits.DEFAULT)
                    .all().stream()
                            .filter(candidate -> candidate.name().equals(name))
                            .findFirst()
                            .orElseThrow();
            Duration limit = name.equals(ENDLESS) ? ENOUGH_TO_CALL : NO_HURRY;
            assertFalse(SelfTest.attempt(attack, fixture.sandbox(), limit).contained());
        }
    }

    /** Ctrl-C goes to all processes of the terminal's session, and would look like an attack that succeeded. */
    @Test
    void theVictimIsInASessionOfItsOwn() throws Exception {
        try (SandboxFixture fixture = SandboxFixture.bare();
                Victim victim = Victim.create(fixture.state())) {
            Awaitility.await().until(() -> session(victim.process()) == victim.process());
        }
    }

    private static long session(long process) throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
        // Behind the name, which may have blanks: state, parent, group, session.
        return Long.parseLong(status.substring(status.lastIndexOf(')') + 2).split(" ")[3]);
    }

    @Test
    void anAttackWhoseCellFailsToOpenIsTriedAgain() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        Attack attack = Attack.byShell("say something", "echo something", evidence -> evidence.shows("something"));
        try (SandboxFixture fixture = SandboxFixture.bwrap()) {
            Outcome outcome = SelfTest.attempt(attack, failing(fixture.sandbox(), 2, opened), NO_HURRY);
            assertEquals(new Outcome("say something", false, "it succeeded"), outcome);
            assertEquals(3, opened.get());
        }
    }

    @Test
    void anAttackThatCanNeverBeTriedIsNotContained() throws Exception {
        Attack attack = Attack.byShell("say something", "echo something", evidence -> false);
        try (SandboxFixture fixture = SandboxFixture.bwrap()) {
            Sandbox broken = failing(fixture.sandbox(), Integer.MAX_VALUE, new AtomicInteger());
            Outcome outcome = SelfTest.attempt(attack, broken, NO_HURRY);
            assertEquals(new Outcome("say something", false, "could not be tried: no cell"), outcome);
        }
    }

    private static Sandbox failing(Sandbox sandbox, int times, AtomicInteger opened) {
        return new ForwardingSandbox(sandbox) {
            @Override
            public Cell open() throws SandboxException {
                if (opened.incrementAndGet() <= times) {
                    throw new SandboxException("no cell");
                }
                return sandbox.open();
            }
        };
    }

    @Test
    void asymptoteIsStartedAsForTasks() {
        ExecutionRequest task = new ExecutionRequest(
                Map.of("main.asy", new byte[0]),
                Optional.of("main.asy"),
                TaskOptions.DEFAULT,
                Optional.of(Duration.ofSeconds(1)));
        assertEquals(
                AsyCommand.of(task),
                Attack.byAsymptote("", "svg", "", evidence -> true).command());
    }

    @Test
    void whatDoesNotConfineIsNotAttacked() throws Exception {
        try (SandboxFixture fixture = SandboxFixture.bare()) {
            assertThrows(IllegalArgumentException.class, () -> SelfTest.run(fixture.sandbox(), fixture.state()));
        }
    }

    @Test
    void aBreachIsNamed() {
        List<Outcome> outcomes =
                List.of(new Outcome("read a file", false, "it succeeded"), new Outcome("write a file", true, ""));
        SandboxException refused = assertThrows(SandboxException.class, () -> SelfTest.requireContained(outcomes));
        assertEquals("the sandbox does not hold:\n  BREACHED   read a file: it succeeded", refused.getMessage());
    }
}
