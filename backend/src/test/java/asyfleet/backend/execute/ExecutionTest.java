package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The answers of tasks that end by themselves. */
@Tag("slow")
final class ExecutionTest {

    private static final String LINE = "draw((0,0)--(100,100));";

    private static ExecutionFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = ExecutionFixture.create();
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    @Test
    void aFigureWithALabelBecomesAnSvg() {
        Recording recording = fixture.run(LINE + "label(\"$x^2$\",(0,0));");
        assertTrue(recording.image().contains("</svg>"));
        assertEquals(Format.SVG, recording.results().get(0).format());
        assertEquals("", recording.output());
        assertTrue(recording.complete().success());
        assertNull(recording.complete().error());
        assertTrue(recording.complete().timeMillis() > 0);
        assertEquals(
                Verdict.of(EndCode.OK, Stage.ASYMPTOTE), recording.complete().verdict());
    }

    @Test
    void aFigureBecomesAPdf() {
        assertTrue(fixture.run(LINE + "label(\"$x$\",(0,0));", ExecutionFixture.format(Format.PDF))
                .image()
                .startsWith("%PDF"));
    }

    @Test
    void aFigureBecomesAPng() {
        assertEquals(
                "PNG",
                fixture.run(LINE + "label(\"$x$\",(0,0));", ExecutionFixture.format(Format.PNG))
                        .image()
                        .substring(1, 4));
    }

    @Test
    void threeDimensionsBecomeVectorsWithoutADisplay() {
        assertTrue(fixture.run("import three; size(100); draw(unitcube); draw(O--X);")
                .image()
                .contains("</svg>"));
    }

    @Test
    void severalFilesAreThereForTheMainOne() {
        Map<String, String> sources = Map.of(
                "main.asy",
                "import shapes; square();",
                "shapes.asy",
                "void square() { draw(unitsquare); write(\"drawn\"); }");
        Recording recording = fixture.start(sources, TaskOptions.DEFAULT, ExecutionFixture.LONG)
                .awaitComplete();
        assertEquals("drawn\n", recording.output());
        assertTrue(recording.complete().success());
    }

    @Test
    void anUploadedConfigurationIsNotRead() {
        Map<String, String> sources = Map.of("main.asy", LINE, "config.asy", "write(\"configured\");");
        assertEquals(
                "",
                fixture.start(sources, TaskOptions.DEFAULT, ExecutionFixture.LONG)
                        .awaitComplete()
                        .output());
    }

    @Test
    void verbosityIsPassedOn() {
        assertEquals("", fixture.run(LINE, ExecutionFixture.verbosity(0)).output());
        assertTrue(fixture.run(LINE, ExecutionFixture.verbosity(3)).output().contains("plain"));
    }

    @Test
    void errorsAreMixedIntoTheOutputWhereTheyWereWritten() {
        Recording recording = fixture.run("write(\"before\");\nwrite(1/0);");
        assertTrue(
                recording.text(OutputStreamName.STDOUT).matches("(?s)before\n.*main.asy: 2.6: Divide by zero\n"),
                recording::output);
        assertEquals("", recording.text(OutputStreamName.STDERR));
    }

    @Test
    void errorsComeApartIfAskedFor() {
        Recording recording =
                fixture.run("write(\"before\");\nwrite(1/0);", ExecutionFixture.stderr(StderrMode.SEPARATE));
        assertEquals("before\n", recording.text(OutputStreamName.STDOUT));
        assertTrue(recording.text(OutputStreamName.STDERR).endsWith("main.asy: 2.6: Divide by zero\n"));
    }

    @Test
    void anErrorNamesItsLine() {
        Recording recording = fixture.run(LINE + "\nint[] a;\nwrite(a[3]);");
        assertEquals("Execution failed with code 1", recording.complete().error());
        assertEquals(
                new Verdict(
                        EndCode.EXIT_CODE,
                        Stage.ASYMPTOTE,
                        null,
                        1L,
                        VerdictDetails.of("reading array of length 0 with out-of-bounds index 3")
                                .at("main.asy", 3, 6)),
                recording.complete().verdict());
    }

    @Test
    void aSyntaxErrorNamesItsLineAndLeavesNoImage() {
        Recording recording = fixture.run(LINE + "\ndraw(;");
        assertEquals("main.asy:2:6", recording.complete().verdict().details().placeIn("main.asy"));
        assertEquals(List.of(), recording.results());
    }

    @Test
    void anErrorInAnotherFileNamesThatFile() {
        Map<String, String> sources = Map.of("main.asy", "import shapes;", "shapes.asy", "\n\nint x = \"a\";");
        Recording recording = fixture.start(sources, TaskOptions.DEFAULT, ExecutionFixture.LONG)
                .awaitComplete();
        assertEquals("shapes.asy", recording.complete().verdict().details().file());
        assertEquals(3, recording.complete().verdict().details().line());
    }

    @Test
    void aProgramThatDrawsNothingHasNoImage() {
        Recording recording = fixture.run("write(\"hello\");");
        assertEquals("No image output", recording.complete().error());
        assertEquals(EndCode.NO_IMAGE, recording.complete().verdict().code());
        assertEquals("hello\n", recording.output());
    }

    @Test
    void whatWasDrawnBeforeAnErrorIsSent() {
        Recording recording = fixture.run(LINE + "shipout(\"first\"); write(1/0);");
        assertTrue(recording.image().contains("</svg>"));
        assertEquals("Execution failed with code 1", recording.complete().error());
    }

    @Test
    void everyShipoutIsSentAndTheUnnamedOneLast() {
        Recording recording = fixture.run(
                "draw((0,0)--(11,11)); shipout(\"z\"); erase(); draw((0,0)--(22,22)); shipout(\"a\"); erase(); draw((0,0)--(33,33));");
        assertEquals(3, recording.results().size());
        assertTrue(width(recording, 0) < width(recording, 1), "in the order they were drawn");
        assertTrue(width(recording, 1) < width(recording, 2), "the unnamed one last");
        assertTrue(recording.complete().success());
    }

    private static double width(Recording recording, int index) {
        String svg = new String(recording.results().get(index).contents(), StandardCharsets.UTF_8);
        return Double.parseDouble(svg.replaceAll("(?s).*?<svg[^>]* width='([0-9.]+)pt'.*", "$1"));
    }

    @Test
    void aFormatThatTheSourceForcesIsWhatTheResultSays() {
        Recording recording = fixture.run("settings.outformat=\"pdf\"; " + LINE);
        assertTrue(recording.image().startsWith("%PDF"));
        assertEquals(Format.PDF, recording.results().get(0).format());
        assertTrue(recording.complete().success());
    }

    @Test
    void anErrorInTexIsSaidToBeOfTex() {
        Recording recording = fixture.run(LINE + "label(\"$\\undefinedthing$\",(0,0));");
        assertEquals("Execution failed with code 1", recording.complete().error());
        assertEquals(Stage.TEX, recording.complete().verdict().stage());
        assertTrue(recording.output().contains("! Undefined control sequence."));
    }

    @Test
    void aConverterThatFailsIsNamedAsTheStage() {
        Recording recording = fixture.run("settings.dvisvgm=\"false\"; " + LINE + "label(\"x\",(0,0));");
        assertEquals("Execution failed with code 1", recording.complete().error());
        assertEquals(Stage.CONVERT, recording.complete().verdict().stage());
    }

    @Test
    void aCrashIsToldFromAnExit() {
        Recording recording = fixture.run("int f(int n) { return f(n+1)+1; }\nf(0);");
        assertEquals("Execution failed with code 134", recording.complete().error());
        assertEquals(EndCode.SIGNAL, recording.complete().verdict().code());
        assertEquals(6L, recording.complete().verdict().measured());
        assertEquals(1, recording.complete().verdict().details().line());
    }

    @Test
    void outputComesBeforeTheResultAndTheResultBeforeComplete() {
        Recording recording = fixture.run("write(\"hello\"); " + LINE);
        assertEquals(
                List.of(Output.class, Result.class, Complete.class),
                recording.messages().stream().map(Object::getClass).toList());
    }

    @Test
    void aProgramThatReadsItsInputFindsItsEnd() {
        assertEquals(
                "[]\n", fixture.run("string s=stdin; write(\"[\"+s+\"]\");").output());
    }

    @Test
    void aSlotTakesNoSecondTaskAndIsFreeWhenCompleteIsHeard() {
        Recording first = fixture.start("while(true){}", TaskOptions.DEFAULT, ExecutionFixture.LONG);
        assertThrows(IllegalStateException.class, () -> fixture.run(LINE));
        first.execution().abort();
        first.awaitComplete();
        assertTrue(fixture.slot().isFree());
        assertTrue(fixture.run(LINE).complete().success());
    }
}
