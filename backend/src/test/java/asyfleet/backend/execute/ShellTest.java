package asyfleet.backend.execute;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Interactive tasks. */
@Tag("slow")
final class ShellTest {

    private static ExecutionFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = ExecutionFixture.create();
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    private static Recording shell(ExecutionFixture on) {
        Recording recording = new Recording();
        recording.of(on.slot()
                .run(
                        new ExecutionRequest(
                                Map.of(), Optional.empty(), ExecutionFixture.interactive(), Optional.empty()),
                        recording));
        return recording;
    }

    private static void type(Recording shell, String line) {
        shell.execution().input((line + "\n").getBytes(UTF_8));
    }

    private static void abort(Recording shell) {
        shell.execution().abort();
        shell.awaitComplete();
    }

    @Test
    void aShellAnswersAndEndsWhenToldTo() {
        Recording shell = shell(fixture);
        type(shell, "write(6*7);");
        await().until(() -> shell.output().contains("42\n"));
        type(shell, "quit");
        assertTrue(shell.awaitComplete().complete().success());
        assertEquals(EndCode.OK, shell.complete().verdict().code());
    }

    @Test
    void aResultComesWheneverThePictureChanged() {
        Recording shell = shell(fixture);
        type(shell, "draw((0,0)--(100,100));");
        await().until(() -> shell.results().size() == 1);
        type(shell, "write(\"no picture\");");
        type(shell, "draw((0,0)--(100,50));");
        await().until(() -> shell.results().size() == 2);
        Result first = shell.results().get(0);
        Result second = shell.results().get(1);
        assertFalse(Arrays.equals(first.contents(), second.contents()));
        assertTrue(new String(second.contents(), UTF_8).contains("</svg>"));
        abort(shell);
    }

    @Test
    void anErrorReturnsToThePrompt() {
        Recording shell = shell(fixture);
        type(shell, "nonsense;");
        type(shell, "write(\"still here\");");
        await().until(() -> shell.output().contains("still here\n"));
        assertTrue(shell.output().contains("no matching variable 'nonsense'"));
        abort(shell);
    }

    /** All that a user sees is known, since pages take the prompts away. */
    @Test
    void whatIsTypedIsNotRepeated() {
        Recording shell = shell(fixture);
        type(shell, "write(6*7);");
        type(shell, "2+2");
        type(shell, "quit");
        String output = shell.awaitComplete().output();
        assertEquals("> 42\n> 4\n> ", output.substring(output.indexOf('\n') + 1));
        assertTrue(output.startsWith("Welcome to Asymptote version "), output);
    }

    @Test
    void aLineGoesOnAfterABackslash() {
        Recording shell = shell(fixture);
        type(shell, "int twice(int n) { \\\n  return 2n; \\\n}");
        type(shell, "write(twice(21));");
        await().until(() -> shell.output().contains("42\n"));
        abort(shell);
    }

    /** 4095 bytes are the most that a terminal would take. */
    @Test
    void aLongLineIsReadToItsEnd() {
        Recording shell = shell(fixture);
        type(shell, "write(length(\"" + "x".repeat(10_000) + "\"));");
        await().until(() -> shell.output().contains("10000\n"));
        abort(shell);
    }

    /** Among them those that a terminal takes for an interruption, the end of the input, or a key. */
    @Test
    void controlCharactersAreCharacters() {
        Recording shell = shell(fixture);
        type(shell, "write(length('\u0001\u0003\u0004\b\t\u0011\u0013\u0016\u001a\u001b\u001c\u007f'));");
        type(shell, "\u0004");
        type(shell, "write(\"still here\");");
        await().until(() -> shell.output().contains("still here\n"));
        assertTrue(shell.output().contains("> 12\n"), shell.output());
        abort(shell);
    }

    @Test
    void resetForgetsEverythingButTheShell() {
        Recording shell = shell(fixture);
        type(shell, "int answer=42;");
        type(shell, "reset");
        type(shell, "write(answer);");
        type(shell, "write(\"still here\");");
        await().until(() -> shell.output().contains("still here\n"));
        assertTrue(shell.output().contains("no matching variable 'answer'"), shell.output());
        abort(shell);
    }

    @Test
    void theMainFileIsRunFirst() {
        Recording shell = fixture.start(
                Map.of("main.asy", "int answer=42;"), ExecutionFixture.interactive(), ExecutionFixture.LONG);
        type(shell, "write(answer);");
        await().until(() -> shell.output().contains("42\n"));
        abort(shell);
    }

    @Test
    void aShellThatDoesNotReadIsEndedWhenTooMuchWaits() {
        Recording shell = shell(fixture);
        type(shell, "while(true){}");
        byte[] lines = new byte[200_000];
        Arrays.fill(lines, (byte) '\n');
        for (int i = 0; i < 8; i++) {
            shell.execution().input(lines);
        }
        assertEquals(
                "Execution aborted due to the input limit (1048576B)",
                shell.awaitComplete().complete().error());
    }

    @Test
    void aShellWithoutInputEndsAfterTheIdleLimit() throws IOException {
        ExecutionLimits impatient = new ExecutionLimits(1000, 1000, Duration.ofMillis(300));
        try (ExecutionFixture other = ExecutionFixture.create(SandboxLimits.DEFAULT, impatient)) {
            Recording shell = shell(other).awaitComplete();
            assertEquals(
                    "Execution aborted due to the idle limit (300ms)",
                    shell.complete().error());
            assertEquals(EndCode.TIME_LIMIT, shell.complete().verdict().code());
        }
    }
}
