package asyfleet.ring.manage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.ring.session.RunnerId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {

    @Test
    void theBarShowsHowFarHowFastAndHowLong() {
        Progress progress = new Progress(new JobPool.Counts(170, 10, 118, 2), 3, Duration.ofSeconds(10));

        assertEquals(
                "[=========>              ] 120/300  40%  2 failed  12.0/s  0:15 left  3 runners", progress.bar(100));
    }

    @Test
    void aSlowPaceIsShownByTheMinute() {
        Progress progress = new Progress(new JobPool.Counts(9, 0, 1, 0), 1, Duration.ofMinutes(10));

        assertEquals("1/10  10%  0 failed  0.1/min  1:30:00 left  1 runner", progress.figures());
    }

    @Test
    void theBarIsFullWhenAllHaveEnded() {
        assertTrue(new Progress(new JobPool.Counts(0, 0, 3, 1), 1, Duration.ofSeconds(1))
                .bar(100)
                .startsWith("[" + "=".repeat(24) + "] 4/4  100%"));
    }

    @ParameterizedTest
    @CsvSource({"0, waiting for runners", "1, starting"})
    void thereIsNoPaceBeforeTheFirstResult(int runners, String pace) {
        Progress progress = new Progress(new JobPool.Counts(5, 0, 0, 0), runners, Duration.ofSeconds(5));

        assertTrue(progress.bar(100).contains(pace), progress.bar(100));
    }

    @Test
    void theBarFitsTheTerminal() {
        Progress progress = new Progress(new JobPool.Counts(10_000, 12, 9_900, 88), 12, Duration.ofSeconds(1000));

        assertEquals("[===>    ] 9988/20000  49%  88 failed  10.0/s  16:42 left  12 runners", progress.bar(70));
        assertEquals("9988/20000  49%  88 failed  10.0/s  16:", progress.bar(40));
        assertEquals(85, progress.bar(200).length());
    }

    @Test
    void withNoRunnerLeftThereIsNoPace() {
        Progress progress = new Progress(new JobPool.Counts(5, 0, 5, 0), 0, Duration.ofSeconds(5));

        assertEquals("5/10  50%  0 failed  waiting for runners  0 runners", progress.figures());
    }

    @Test
    void nothingIsShownAfterTheLastWord() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        ManagerConsole console = new ManagerConsole(new PrintStream(shown, true, StandardCharsets.UTF_8), true);

        console.sayLast("done");
        console.say("more");
        console.draw("bar");

        assertEquals("done\n", shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void noJobsAtAllAreAllOfThem() {
        assertTrue(new Progress(new JobPool.Counts(0, 0, 0, 0), 0, Duration.ZERO)
                .bar(100)
                .contains("0/0  100%"));
    }

    @Test
    void theTableNamesJobRunnerAndReason() {
        List<JobPool.Failure> failures = List.of(
                new JobPool.Failure("sub/figure", "host", "Execution failed with code 1"),
                new JobPool.Failure("a", "another", "x".repeat(200)));

        assertEquals(
                "  job         runner   why\n"
                        + "  sub/figure  host     Execution failed with code 1\n"
                        + "  a           another  " + "x".repeat(100) + "…\n",
                FailureTable.of(failures));
    }

    @Test
    void whatRunnersSayCannotCommandTheTerminal() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();

        new ManagerConsole(new PrintStream(shown, true, StandardCharsets.UTF_8), true)
                .left(new RunnerId(1, "host", "127.0.0.1", true), "\u001b[2J\r\u0007\u009b2J\u202e", 0);

        assertEquals("runner host left: ?[2J???2J?\n", shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aLongTableIsCut() {
        List<JobPool.Failure> failures = Collections.nCopies(1000, new JobPool.Failure("a", "b", "c"));

        assertTrue(FailureTable.of(failures).endsWith("  and 800 more\n"));
    }
}
