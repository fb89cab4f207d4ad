package asyfleet.ring.run;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.ColdLauncher;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Slot;
import asyfleet.backend.execute.Slots;
import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.ring.parcel.TaskParcel;
import asyfleet.ring.parcel.TaskResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with a real {@code asy} and a real sandbox. */
@Tag("slow")
class SandboxedJobsTest {

    private static final String TOOLS = "2.85-0123456789abcdef";

    private static final String DRAWING =
            "echo '<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>' > drawn.svg; echo done";

    @TempDir
    static Path directory;

    private static StateDirectory state;
    private static Sandbox sandbox;
    private static Slots slots;

    @BeforeAll
    static void open() throws Exception {
        state = StateDirectory.create(directory.resolve("state"));
        sandbox = BwrapSandbox.create(state, SandboxLimits.DEFAULT, SandboxExtras.NONE);
        slots = new Slots(
                Slots.Count.of(1),
                sandbox,
                ExecutionLimits.DEFAULT,
                (cells, pool) -> new ScriptLauncher(new ColdLauncher(cells, pool), cells));
    }

    @AfterAll
    static void close() throws Exception {
        slots.close();
        sandbox.close();
        state.close();
    }

    @Test
    void aFigureGivesItsImageAndItsOutput() throws InterruptedException {
        TaskResult result = result(run("figures/circle", ".asy", "draw(unitcircle); write(\"drawn\");", true));

        assertTrue(result.complete().success());
        assertEquals("drawn\n", new String(result.text(), StandardCharsets.UTF_8));
        assertEquals(Format.SVG, result.images().get(0).format());
    }

    @Test
    void aMistakeIsExplainedWithItsLine() throws InterruptedException {
        JobOutcome outcome = run("wrong", ".asy", "draw(unitcircle);\ndraw(;\n", true);

        assertFalse(outcome.success());
        assertEquals(2, result(outcome).complete().verdict().details().line());
    }

    @Test
    void aScriptIsRunByWhatItsFirstLineNames() throws InterruptedException {
        String script = "[[ 1 == 1 ]] && echo ${BASH_VERSION:+bash}\n";

        assertEquals("bash\n", text(run("a", ".sh", "#!/bin/bash\n" + script, true)));
        assertEquals("bash\n", text(run("b", ".sh", "#! /usr/bin/env bash\n" + script, true)));
        assertEquals("sh\n", text(run("c", ".sh", "#!/no/such/shell\necho sh\n", true)));
    }

    @ParameterizedTest
    @CsvSource({
        "#!/bin/sh -e x, /bin/sh|-e x|main.sh",
        "#!/bin/sh, /bin/sh|main.sh",
        "#!relative, /bin/bash|main.sh",
        "echo, /bin/bash|main.sh"
    })
    void anInterpreterGetsOneArgumentAtMost(String first, String command) {
        byte[] script = (first + "\r\nexit\n").getBytes(StandardCharsets.UTF_8);

        assertEquals(command, String.join("|", ScriptLauncher.command("main.sh", script)));
    }

    @Test
    void aTaskOfTheFleetBringsItsFilesAndOptions() throws InterruptedException {
        byte[] task = TaskParcel.encode(
                "17",
                Optional.empty(),
                new ExecutionRequest(
                        Map.of("main.asy", bytes("include other;"), "other.asy", bytes("draw(unitsquare);")),
                        Optional.of("main.asy"),
                        new TaskOptions(false, null, Format.PDF, TaskOptions.DEFAULT.stderr(), 0),
                        Optional.of(Duration.ofSeconds(20))));

        JobOutcome outcome = jobs(false, false).execute(new GivenJob("17", TaskParcel.TYPE, task, true));

        assertEquals(Format.PDF, result(outcome).images().get(0).format());
    }

    @Test
    void aScriptRunsInTheSandboxOnlyWhereScriptsAreAllowed() throws InterruptedException {
        String script = "echo here; touch /etc/passwd 2>/dev/null || echo confined; ls /root 2>/dev/null; exit 0";

        JobOutcome allowed = run("a", ".sh", script, true);
        JobOutcome refused = run("a", ".sh", script, false);

        assertTrue(allowed.success());
        assertEquals("here\nconfined\n", text(allowed));
        assertFalse(refused.success());
        assertTrue(new String(refused.output(), StandardCharsets.UTF_8).contains("--allow-scripts"));
    }

    @Test
    void ourManagerGetsTheVerdictAndTheTimeOfAScript() throws InterruptedException {
        JobOutcome outcome = run("a", ".sh", "echo sorry; exit 3", true);
        Complete complete = result(outcome).complete();

        assertFalse(outcome.success());
        assertEquals("sorry\n", text(outcome));
        assertEquals(EndCode.EXIT_CODE, complete.verdict().code());
        assertNotNull(complete.timeMillis());
    }

    @Test
    void ourManagerGetsTheImageOfAScript() throws InterruptedException {
        TaskResult result = result(run("a", ".sh", DRAWING, true));

        assertEquals(Format.SVG, result.images().get(0).format());
        assertEquals("done\n", new String(result.text(), StandardCharsets.UTF_8));
    }

    @Test
    void aScriptThatPrintsAParcelHasOnlyPrintedIt() throws InterruptedException {
        JobOutcome outcome = run("a", ".sh", "printf 'ASYFLEET-PARCEL 1\\nsuccess true\\n\\n'; exit 3", true);

        assertEquals(EndCode.EXIT_CODE, result(outcome).complete().verdict().code());
        assertEquals("ASYFLEET-PARCEL 1\nsuccess true\n\n", text(outcome));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf 'no newline'",
                "echo a line",
                DRAWING,
                "echo sorry; exit 3",
                "echo sorry; exit 137",
                "echo sorry; exit 153",
                "echo sorry; exit 255",
                "echo sorry; kill -9 $$"
            })
    void anotherProgramsManagerGetsExactlyWhatAScriptWrote(String script) throws InterruptedException {
        String expected = script.startsWith("printf")
                ? "no newline"
                : script.contains("sorry") ? "sorry\n" : script.equals(DRAWING) ? "done\n" : "a line\n";

        JobOutcome outcome = runForAnother(".sh", script);

        assertEquals(expected, plainText(outcome));
        assertEquals(!script.contains("sorry"), outcome.success());
    }

    @ParameterizedTest
    @CsvSource({"draw(unitcircle); write(\"drawn\");, true", "write(\"drawn\");, false"})
    void anotherProgramsManagerGetsExactlyWhatAFigureWrote(String figure, boolean success) throws InterruptedException {
        JobOutcome outcome = runForAnother(".asy", figure);

        assertEquals("drawn\n", plainText(outcome));
        assertEquals(success, outcome.success());
    }

    /** The limit of output, an even number, cuts lines of two bytes after a line or, with one byte before, within. */
    @ParameterizedTest
    @ValueSource(strings = {"yes", "printf x; yes"})
    void whyWeEndedAJobIsTheLastLineForAnotherProgramsManager(String endless) throws InterruptedException {
        JobOutcome outcome = runForAnother(".sh", endless);

        assertFalse(outcome.success());
        String end = plainText(outcome).substring(plainText(outcome).lastIndexOf('y'));
        assertEquals("y\nExecution aborted due to the output limit (1048576B)\n", end);
    }

    @Test
    void anUnknownTypeFailsWithoutBeingRun() throws InterruptedException {
        assertFalse(run("a", ".exe", "MZ", true).success());
    }

    @Test
    void aPlainRunnerSendsNothingButTheOutput() throws InterruptedException {
        byte[] figure = bytes("draw(unitcircle); write(\"only this\");");

        JobOutcome outcome = jobs(true, true).execute(new GivenJob("a", ".asy", figure, true));

        assertEquals("only this\n", plainText(outcome));
    }

    @Test
    void aJobThatIsGivenUpLeavesNothingBehind() throws InterruptedException {
        Thread worker = new Thread(() -> {
            try {
                run("endless", ".sh", "while true; do :; done", true);
            } catch (InterruptedException givenUp) {
                // As the test wants it.
            }
        });
        worker.start();
        await().until(() -> !slots.all().stream().allMatch(Slot::isFree));
        worker.interrupt();
        worker.join();

        assertTrue(run("next", ".sh", "true", true).success());
    }

    private static JobOutcome run(String name, String type, String contents, boolean scripts)
            throws InterruptedException {
        return jobs(scripts, false).execute(new GivenJob(name, type, bytes(contents), true));
    }

    private static JobOutcome runForAnother(String type, String contents) throws InterruptedException {
        return jobs(true, false).execute(new GivenJob("a", type, bytes(contents), false));
    }

    private static SandboxedJobs jobs(boolean scripts, boolean plain) {
        return new SandboxedJobs(
                slots, new JobRules(TaskOptions.DEFAULT, Duration.ofSeconds(60), scripts, plain), TOOLS);
    }

    private static String text(JobOutcome outcome) {
        return new String(result(outcome).text(), StandardCharsets.UTF_8);
    }

    private static String plainText(JobOutcome outcome) {
        return new String(outcome.output(), StandardCharsets.UTF_8);
    }

    private static TaskResult result(JobOutcome outcome) {
        return TaskResult.decode(outcome.output()).orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
