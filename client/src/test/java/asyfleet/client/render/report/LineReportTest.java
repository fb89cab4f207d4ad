package asyfleet.client.render.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.UserStreams;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The display of {@code asyfleet render}, at a terminal of 60 columns and in a pipe. */
class LineReportTest {

    private static final Map<String, String> COLOURED = Map.of("TERM", "xterm", "COLUMNS", "60");
    private static final Map<String, String> PLAIN = Map.of("TERM", "xterm", "COLUMNS", "60", "NO_COLOR", "1");
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[1;31m";

    private static final FigureEnd GOOD = new FigureEnd(
            "a.asy",
            0,
            Optional.empty(),
            List.of(Path.of("a.svg"), Path.of("a.png")),
            Duration.ofMillis(340),
            new FigureEnd.ProgramOutput("printed\n".getBytes(StandardCharsets.UTF_8), new byte[0]));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void theBarHasTheShareTheFailuresThePaceAndTheWait() {
        report(true, PLAIN, false)
                .progress(new RunState(8, 1, 1, Optional.of(Duration.ofMillis(2600)), false, Duration.ofSeconds(4)));

        String drawn = said();
        assertTrue(drawn.contains("2/8  25%  1 failed  30.0/min  0:12 left  next in 3 s"), drawn);
        assertTrue(drawn.contains("["), drawn);
        assertEquals(-1, drawn.indexOf('\n'), "it stays in its line");
    }

    @Test
    void whileOneFigureWaitsItsWaitIsShown() {
        LineReport report = report(true, PLAIN, false);
        report.progress(new RunState(1, 0, 0, Optional.of(Duration.ofSeconds(5)), false, Duration.ofMillis(120)));
        assertTrue(said().contains("waiting, about 5 s  120 ms"), said());

        report.progress(new RunState(1, 0, 0, Optional.empty(), true, Duration.ofMillis(1500)));
        assertTrue(said().contains("running  1.5 s"), said());
    }

    @Test
    void anErrorShowsItsLineAndAMarkBelowItsColumn() {
        report(true, PLAIN, false).ended(failure());

        assertEquals("""
                bad.asy:3:6: error: no variable 'grph' (did you mean 'graph'?)
                   3 | draw(grph);
                     |      ^
                """, withoutDrawing());
    }

    @Test
    void coloursAreForTerminals() {
        report(true, COLOURED, false).ended(failure());

        assertTrue(said().contains(BOLD + "bad.asy:3:6:"), said());
        assertTrue(said().contains(RED), said());
    }

    @Test
    void atATerminalAnImageIsOneShortLine() {
        report(true, PLAIN, false).ended(GOOD);

        assertEquals("✓ a.svg, a.png  340 ms\n", withoutDrawing());
        assertEquals("printed\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aPipeGetsPlainLinesAndNoBar() {
        LineReport report = report(false, COLOURED, false);
        report.progress(new RunState(8, 1, 1, Optional.empty(), false, Duration.ofSeconds(4)));
        report.ended(GOOD);
        report.ended(failure());
        report.summary(new RunState(2, 1, 1, Optional.empty(), false, Duration.ofSeconds(4)));

        assertEquals("""
                a.asy: wrote a.svg, a.png (340 ms)
                bad.asy:3:6: error: no variable 'grph' (did you mean 'graph'?)
                1 rendered, 1 failed in 4.0 s
                """, said());
    }

    @Test
    void theSumTakesThePlaceOfTheBar() {
        LineReport report = report(true, PLAIN, false);
        report.progress(new RunState(9, 7, 1, Optional.empty(), true, Duration.ofSeconds(4)));
        report.summary(new RunState(9, 8, 1, Optional.empty(), false, Duration.ofSeconds(4)));

        assertTrue(withoutDrawing().endsWith("8 rendered, 1 failed in 4.0 s\n"), said());
        assertFalse(withoutDrawing().contains("8/9"), said());
    }

    @Test
    void whoWantsQuietSeesOnlyErrors() {
        LineReport report = report(true, PLAIN, true);
        report.progress(new RunState(8, 1, 1, Optional.empty(), false, Duration.ofSeconds(4)));
        report.note("watching");
        report.ended(GOOD);
        report.summary(new RunState(8, 8, 0, Optional.empty(), false, Duration.ofSeconds(4)));
        assertEquals("", withoutDrawing());

        report.ended(failure());
        assertTrue(said().contains("bad.asy:3:6: error:"), said());
    }

    @ParameterizedTest
    @CsvSource({"0, 0 ms", "999, 999 ms", "4120, 4.1 s", "125000, 2:05"})
    void timesAreForPeople(long millis, String shown) {
        assertEquals(shown, LineReport.time(Duration.ofMillis(millis)));
    }

    private static FigureEnd failure() {
        VerdictDetails details =
                VerdictDetails.of("no variable 'grph'", "did you mean 'graph'?").at("bad.asy", 3, 6);
        return new FigureEnd(
                "bad.asy",
                1,
                Optional.of(new Problem("bad.asy", details, "draw(grph);")),
                List.of(),
                Duration.ofMillis(200),
                FigureEnd.ProgramOutput.NOTHING);
    }

    private LineReport report(boolean terminal, Map<String, String> environment, boolean quiet) {
        return new LineReport(
                new UserStreams(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        terminal,
                        terminal,
                        terminal,
                        environment),
                quiet);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** The text that stays on the screen: a line that is drawn is erased before anything else is said. */
    private String withoutDrawing() {
        return said().replaceAll("(?m)^.*\r", "").replaceAll("\u001b\\[[0-9;]*K", "");
    }
}
