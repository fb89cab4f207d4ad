package asyfleet.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.LabMain;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LoadRunTest {

    private static final LoadMix QUICK = LoadMix.parse("quick:1");

    private final LoadResult result = new LoadResult();

    /** Answers at once, and counts how many are under way. */
    private static final class CountingDoor implements LoadDoor {

        private final AtomicInteger underWay = new AtomicInteger();
        private volatile int most;

        @Override
        public CompletionStage<LoadAnswer> send(String source) {
            most = Math.max(most, underWay.incrementAndGet());
            return CompletableFuture.supplyAsync(() -> {
                underWay.decrementAndGet();
                return new LoadAnswer("OK", Optional.of(Duration.ofSeconds(2)), Optional.of(Duration.ofSeconds(3)));
            });
        }

        @Override
        public void close() {}
    }

    @Test
    void everyUserSendsOneFigureAndNoMoreThanAllowedAreUnderWay() throws InterruptedException {
        CountingDoor door = new CountingDoor();

        new LoadRun(new LoadSettings(200, 3, Optional.empty(), 0, QUICK), door, result).run();

        assertEquals(Map.of("quick OK", 200), result.ends());
        assertTrue(door.most <= 3, "under way: " + door.most);
        assertEquals(2, result.queued(50), 0.01);
        assertEquals(1, result.estimateError(95), 0.01);
        assertTrue(result.passes());
    }

    @Test
    void whoCouldNotSendInTimeHasWaitedSinceThen() throws InterruptedException {
        Duration pause = Duration.ofMillis(50);
        LoadDoor slow = new LoadDoor() {
            @Override
            public CompletionStage<LoadAnswer> send(String source) {
                return CompletableFuture.supplyAsync(
                        () -> LoadAnswer.of("OK"),
                        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS));
            }

            @Override
            public void close() {}
        };

        new LoadRun(new LoadSettings(10, 1, Optional.empty(), 1000, QUICK), slow, result).run();

        assertTrue(result.latency(100) > 0.4, "the last of ten waited " + result.latency(100) + " s");
    }

    @Test
    void figuresThatWereDueAndCouldNotBeSentCount() throws InterruptedException {
        Duration limit = Duration.ofMillis(50);
        LoadDoor slow = new LoadDoor() {
            @Override
            public CompletionStage<LoadAnswer> send(String source) {
                return CompletableFuture.supplyAsync(
                        () -> LoadAnswer.of("OK"),
                        CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
            }

            @Override
            public void close() {}
        };

        new LoadRun(new LoadSettings(1, 1, Optional.of(limit), 1000, QUICK), slow, result).run();

        assertEquals(50, result.all());
        assertTrue(result.ends().get("quick NOT_SENT") > 0, result.ends().toString());
        assertFalse(result.passes());
    }

    @Test
    void tooManyTasksOfOneCallerAreExplained() {
        result.add(LoadFigure.QUICK, LoadAnswer.of("OK"), Duration.ofMillis(300), Duration.ofSeconds(1));
        assertFalse(LoadTable.text(result).contains("Hint:"), LoadTable.text(result));

        result.add(LoadFigure.QUICK, LoadAnswer.of("TOO_MANY_TASKS"), Duration.ofMillis(3), Duration.ofSeconds(1));
        assertTrue(LoadTable.text(result).contains("one caller"), LoadTable.text(result));
        assertTrue(LoadPage.of(result, "").contains("<p>Hint: "), LoadPage.of(result, ""));
    }

    @Test
    void anEndlessLoopMustEndAtItsLimit() {
        result.add(LoadFigure.LOOP, LoadAnswer.of("TIME_LIMIT"), Duration.ofSeconds(3), Duration.ofSeconds(3));
        assertEquals(0, result.failed());

        result.add(LoadFigure.LOOP, LoadAnswer.of("OK"), Duration.ofSeconds(3), Duration.ofSeconds(3));
        assertEquals(1, result.failed());
        assertFalse(result.passes());
    }

    @Test
    void slowAnswersDoNotPass() {
        result.add(LoadFigure.QUICK, LoadAnswer.of("OK"), Duration.ofSeconds(11), Duration.ofSeconds(11));

        assertEquals(100, result.successRate());
        assertFalse(result.passes());
    }

    @Test
    void theMixHasItsShares() {
        LoadMix mix = LoadMix.parse("quick:80,labelled:15,loop:5");
        Map<LoadFigure, Integer> picked = new EnumMap<>(LoadFigure.class);
        for (int number = 0; number < 100; number++) {
            picked.merge(mix.pick(number), 1, Integer::sum);
        }
        assertEquals(mix.shares(), picked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "quick", "quick:x", "slow:3", "quick:0", "quick:1,quick:2"})
    void aMixThatIsNoneIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> LoadMix.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --users 0              | --users is 0; expected 1 to 1000000
            --concurrent -3        | --concurrent is -3; expected 1 to 1000
            --rate 0               | --rate is 0.0; expected figures per second, more than 0 and at most 10000
            --rate -1              | --rate is -1.0; expected figures per second, more than 0 and at most 10000
            --rate NaN             | --rate is NaN; expected figures per second, more than 0 and at most 10000
            --duration 0s          | --duration is '0s'; expected a time above zero, such as 30s or 1m
            --duration soon        | --duration is 'soon'; expected a time above zero, such as 30s or 1m
            --door back            | Invalid value for option '--door': expected one of [ASY, HTTP, TASKS]
            --mix quick:1,slow:2   | --mix is 'quick:1,slow:2'; expected shares of quick, labelled, loop, such as
            --report /none/x.html  | --report is /none/x.html; expected a file to write, and there is no directory /none
            --json /               | --json is /; expected a file to write, and it is a directory
            """)
    void aWrongOptionIsNamedWithItsValueBeforeAnythingIsSent(String arguments, String mistake) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);

        assertEquals(2, LabMain.run(print, print, ("load " + arguments).split(" +")));
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(said.startsWith("asyfleet lab load: " + mistake), said);
    }

    @Test
    void theReportShowsEveryFigureAndTheVerdict() {
        result.add(LoadFigure.QUICK, LoadAnswer.of("OK"), Duration.ofMillis(300), Duration.ofSeconds(1));
        result.add(LoadFigure.QUICK, LoadAnswer.of("QUEUE_FULL"), Duration.ofMillis(10), Duration.ofSeconds(2));

        String page = LoadPage.of(result, "2 figures, at most 1 at a time");

        assertEquals(2, page.split("<circle", -1).length - 1);
        assertTrue(page.contains("FAILED: 2 figures in 2.0 s, 1.0 per second, 50.0 % as expected"), page);
        assertTrue(LoadTable.text(result).contains("| quick QUEUE_FULL |       1 |"), LoadTable.text(result));
        assertTrue(page.contains("<p>2 figures, at most 1 at a time</p>"), page);
        String json = LoadTable.json(result, "2 figures");
        assertTrue(json.startsWith("{\"load\":\"2 figures\",\"passed\":false,\"figures\":2,"), json);
    }
}
