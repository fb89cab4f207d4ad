package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The answers of tasks that do not end by themselves. */
@Tag("slow")
final class ForcedEndTest {

    private static final long MIB = 1 << 20;
    private static final String ENDLESS = "while(true){}";
    private static final String LINE = "draw((0,0)--(100,100));";

    private static ExecutionFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        SandboxLimits small = new SandboxLimits(256 * MIB, 8 * MIB, 500, 32, 64, Duration.ofMinutes(1));
        fixture = ExecutionFixture.create(small, new ExecutionLimits(1000, 5000, Duration.ofMillis(500)));
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    private static Recording run(String source, Duration limit) {
        return fixture.start(source, TaskOptions.DEFAULT, limit).awaitComplete();
    }

    /** A program that makes Asymptote run a script of its own in place of TeX, which it calls with this argument. */
    private static String shellScript(String script) {
        return "file f=output(\"\\scrollmode\"); write(f,\"" + script
                + "\"); close(f); settings.texcommand=\"sh\"; label(\"x\",(0,0));";
    }

    private static Recording run(String source) {
        return run(source, ExecutionFixture.LONG);
    }

    @Test
    void theTimeLimitEndsAnEndlessProgram() {
        Complete complete = run(ENDLESS, Duration.ofMillis(300)).complete();
        assertEquals("Execution aborted due to the time limit (300ms)", complete.error());
        assertFalse(complete.success());
        assertEquals(EndCode.TIME_LIMIT, complete.verdict().code());
        assertEquals(Stage.ASYMPTOTE, complete.verdict().stage());
        assertEquals(300, complete.verdict().limit());
        assertTrue(complete.verdict().measured() >= 300);
    }

    @Test
    void linesAndNamedPicturesFromBeforeTheTimeLimitAreSent() {
        Recording recording = fixture.start(
                LINE + "shipout(\"first\"); write(\"here\"); " + ENDLESS, TaskOptions.DEFAULT, ExecutionFixture.LONG);
        await().until(() -> recording.output().equals("here\n"));
        recording.execution().shorten(Duration.ofMillis(1));
        recording.awaitComplete();
        assertTrue(recording.image().contains("</svg>"));
    }

    @Test
    void aTimeLimitCanBeShortened() {
        Recording recording = fixture.start(ENDLESS, TaskOptions.DEFAULT, ExecutionFixture.LONG);
        recording.execution().shorten(Duration.ofMillis(200));
        assertEquals(
                "Execution aborted due to the time limit (200ms)",
                recording.awaitComplete().complete().error());
    }

    @Test
    void aTimeLimitCannotBeExtended() {
        Recording recording = fixture.start(ENDLESS, TaskOptions.DEFAULT, Duration.ofMillis(400));
        recording.execution().shorten(Duration.ofMinutes(5));
        assertEquals(
                "Execution aborted due to the time limit (400ms)",
                recording.awaitComplete().complete().error());
    }

    @Test
    void aTimeLimitThatIsOverWhenItComesEndsTheTaskAtOnce() {
        Recording recording =
                fixture.start("write(\"on\"); flush(stdout); " + ENDLESS, TaskOptions.DEFAULT, ExecutionFixture.LONG);
        await().until(() -> !recording.messages().isEmpty());
        recording.execution().shorten(Duration.ofMillis(1));
        assertEquals(
                "Execution aborted due to the time limit (1ms)",
                recording.awaitComplete().complete().error());
    }

    @Test
    void shorteningWhatIsOverDoesNothing() {
        Recording recording = run(LINE);
        recording.execution().shorten(Duration.ZERO);
        recording.execution().abort();
        recording.execution().input(new byte[1]);
        assertTrue(run(LINE).complete().success());
        assertTrue(recording.complete().success());
    }

    @Test
    void aTexThatWaitsForEverIsSaidToBeTheStage() {
        String begin = "\\immediate\\openout15=begun \\immediate\\closeout15 ";
        Recording recording = fixture.start(
                "label(\"" + begin + "$\\loop\\iftrue\\repeat$\",(0,0));", TaskOptions.DEFAULT, ExecutionFixture.LONG);
        await().until(() -> ProcessHandle.current().descendants().anyMatch(ForcedEndTest::waitsForTex));
        recording.execution().shorten(Duration.ofMillis(1));
        Verdict verdict = recording.awaitComplete().complete().verdict();
        assertEquals(EndCode.TIME_LIMIT, verdict.code());
        assertEquals(Stage.TEX, verdict.stage());
    }

    /** Whether it is an Asymptote that waits, in a directory in which TeX has made a file. */
    private static boolean waitsForTex(ProcessHandle process) {
        Path entry = Path.of("/proc", String.valueOf(process.pid()));
        try {
            return Files.readString(entry.resolve("stat")).contains(" (asy) S ")
                    && Files.exists(entry.resolve("cwd/begun.tex"));
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    void theOutputLimitEndsAChattyProgramAndKeepsWhatFits() {
        Recording recording = run("while(true) write(\"0123456789\");");
        assertEquals(
                "Execution aborted due to the output limit (1000B)",
                recording.complete().error());
        assertEquals(1000, recording.output().length());
        assertEquals(1000, recording.complete().verdict().limit());
        assertTrue(recording.complete().verdict().measured() > 1000);
    }

    @Test
    void aPictureBeyondTheLimitIsNotSent() {
        Recording recording = run("path p; for(int i=0; i<1000; ++i) p=p--(unitrand()*400,unitrand()*400); draw(p);");
        assertEquals(
                "Execution aborted due to the output limit (5000B)",
                recording.complete().error());
        assertEquals(List.of(), recording.results());
    }

    @Test
    void theMemoryLimitEndsAGreedyProgram() {
        Recording recording = run("real[][] a; while(true) a.push(array(1000000,1.0));");
        assertEquals(
                "Execution aborted due to the memory limit (268435456B)",
                recording.complete().error());
        assertEquals(EndCode.MEMORY_LIMIT, recording.complete().verdict().code());
        assertTrue(recording.complete().verdict().measured() > 256 * MIB);
    }

    @Test
    void theDiskLimitIsNamedWhenItWasReached() {
        Recording recording = run(shellScript("yes >big"));
        assertEquals(
                "Execution aborted due to the disk limit (8388608B)",
                recording.complete().error());
        assertEquals(EndCode.DISK_LIMIT, recording.complete().verdict().code());
    }

    @Test
    void theProcessLimitEndsAForkBomb() {
        Recording recording = run(shellScript("yes 60 | xargs -P 100 -n 1 sleep"));
        assertEquals(
                "Execution aborted due to the process limit (32)",
                recording.complete().error());
        assertEquals(EndCode.PROCESS_LIMIT, recording.complete().verdict().code());
    }

    @Test
    void anAbortedTaskSaysNothingMoreButThatItIsGone() {
        // It talks for a while, and less than it may.
        String talk = "for(int i=0; i<900; ++i) {write(\"\"); flush(stdout); for(int j=0; j<1000; ++j) {}}";
        CompletableFuture<Execution> started = new CompletableFuture<>();
        Recording recording = new Recording() {
            @Override
            public void said(ServerMessage message) {
                super.said(message);
                started.join().abort();
            }
        };
        started.complete(fixture.start(talk + ENDLESS, recording));
        recording.awaitComplete();
        assertTrue(fixture.slot().isFree());
        assertEquals(2, recording.messages().size(), () -> recording.messages().toString());
        assertInstanceOf(Output.class, recording.messages().get(0));
        assertEquals(EndCode.ABORTED, recording.complete().verdict().code());
    }
}
