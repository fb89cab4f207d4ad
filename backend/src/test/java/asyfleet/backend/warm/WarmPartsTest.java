package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The small decisions between the processes. */
final class WarmPartsTest {

    @Test
    void theFilesThatTexReadAreFoundInItsLog() {
        String log = """
                **&latex format.tex
                (./format.tex
                L3 programming layer <2023-01-16> (/usr/share/texmf/tex/article.cls
                Document Class: article (2022) v1.4n
                (/usr/share/texmf/tex/size12.clo
                )) (/usr/share/texmf/graphicx.sty))
                """;
        assertEquals(Set.of("article.cls", "size12.clo", "graphicx.sty"), TexFormats.opened(log));
    }

    @Test
    void theModulesThatAsymptoteReadAreFoundInWhatItSays() {
        String said = """
                Loading plain from /usr/share/asymptote/plain.asy
                Including plain_pens from /usr/share/asymptote/plain_pens.asy
                Loading empty.asy from empty.asy
                """;
        assertEquals(Set.of("plain.asy", "plain_pens.asy"), NativeParts.modules(said));
    }

    @Test
    void theReasonOfAFailureIsTheFirstErrorOrElseTheLastLine() {
        assertEquals("gate.c:12:10: fatal error: dlfcn.h: No such file or directory", Workbench.reason("""
                        gate.c:12:10: fatal error: dlfcn.h: No such file or directory
                           12 | #include <dlfcn.h>
                        compilation terminated.
                        """));
        assertEquals("sh: 1: cc: not found", Workbench.reason("(./format.tex)\nsh: 1: cc: not found\n"));
        assertEquals("nothing said", Workbench.reason(""));
    }

    @Test
    void aServerIsFoundByTheHashThatStandInsCompute() {
        // FNV-1a of "a" and a zero byte, and of "foobar" likewise, by an independent implementation.
        assertEquals("089be207b544f1e4", ServerSpec.waitingFor("x", "a").address());
        assertEquals("34531ca7168b8f38", ServerSpec.waitingFor("x", "foobar").address());
    }

    @Test
    void argumentsDoNotRunIntoEachOther() {
        assertNotEquals(
                ServerSpec.waitingFor("x", "ab", "c").address(),
                ServerSpec.waitingFor("x", "a", "bc").address());
    }

    @Test
    void theKeyOfSeveralPartsDependsOnWhereOneEnds() {
        byte[] a = "a".getBytes(StandardCharsets.UTF_8);
        byte[] b = "b".getBytes(StandardCharsets.UTF_8);
        byte[] ab = "ab".getBytes(StandardCharsets.UTF_8);
        assertNotEquals(Sources.key(a, b), Sources.key(ab, new byte[0]));
        assertNotEquals(Sources.key(a, b), Sources.key(b, a));
    }

    @Test
    void asymptoteWaitsForTheMainFileWithTheArgumentsOfTheTask() {
        ServerSpec spec =
                TaskPrograms.asymptote(task("figure.asy", TaskOptions.DEFAULT)).orElseThrow();
        assertEquals("figure.asy", spec.gate());
        assertEquals(List.of("svg", "-o", "out", "figure.asy"), spec.arguments().subList(7, 11));
    }

    @Test
    void aShellAndATaskThatWantsToHearMoreAreRunCold() {
        TaskOptions shell = new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0);
        TaskOptions verbose = new TaskOptions(false, null, Format.SVG, StderrMode.STDOUT, 1);
        assertEquals(Optional.empty(), TaskPrograms.asymptote(task("main.asy", shell)));
        assertEquals(Optional.empty(), TaskPrograms.asymptote(task("main.asy", verbose)));
    }

    private static ExecutionRequest task(String main, TaskOptions options) {
        return new ExecutionRequest(
                Map.of(main, new byte[0]), Optional.of(main), options, Optional.of(Duration.ofSeconds(1)));
    }
}
