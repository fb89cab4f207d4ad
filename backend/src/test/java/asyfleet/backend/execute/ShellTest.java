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
