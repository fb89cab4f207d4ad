package asyfleet.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.event.Level;

/** Every line here has ten characters, and the writer has room for twenty of them. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class LogWriterTest {

    private static final int ROOM = 200;
    private static final int ORDINARY_LINES = 15;
    private static final int PLENTY = 10_000;

    /** More characters than the line that tells of a loss has. */
    private static final int NOTICE = 200;

    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final Semaphore permits = new Semaphore(0);
    private final LogWriter writer = LogWriter.start(this::take, ROOM, Duration.ofMinutes(1));
    private final LogStyle before = LogStyle.current();

    /** Another test of this process may have left the name of its service. */
    @BeforeEach
    void logAsText() {
        new LogStyle("asyfleet", Level.INFO, LogFormat.TEXT).use();
    }

    @AfterEach
    void logAsBefore() {
        before.use();
    }

    /** Standard error, whose reader takes a line only with a permit. */
    private void take(String line) {
        permits.acquireUninterruptibly();
        taken.add(line);
    }

    private void readAll() {
        permits.release(PLENTY);
    }

    private void awaitTaken(int lines) {
        Awaitility.await().until(() -> taken.size() == lines);
    }

    private static String line(int number) {
        return "line %05d".formatted(number);
    }

    private void log(Level level, int from, int to) {
        for (int number = from; number < to; number++) {
            writer.write(level, line(number));
            assertTrue(writer.heldCharacters() <= ROOM + NOTICE, () -> writer.heldCharacters() + " characters wait");
        }
    }

    private static List<String> lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(LogWriterTest::line).toList();
    }

    @Test
    void linesAreWrittenInTheOrderInWhichTheyWereLogged() {
        log(Level.INFO, 0, ORDINARY_LINES);
        readAll();

        awaitTaken(ORDINARY_LINES);
        assertEquals(lines(0, ORDINARY_LINES), taken);
    }

    @Test
    void linesThatWaitAreWrittenTogether() {
        LogWriter roomy = LogWriter.start(this::take, 100 * ROOM, Duration.ofMinutes(1));
        roomy.write(Level.WARN, line(0));
        Awaitility.await().until(permits::hasQueuedThreads);
        IntStream.range(1, 4).forEach(number -> roomy.write(Level.INFO, line(number)));
        readAll();

        awaitTaken(2);
        assertEquals(List.of(line(0), String.join("\n", lines(1, 4))), taken);
    }

    @Test
    void aThreadThatLogsGoesOnWhileNobodyReadsAndALineTellsWhatWasLost() {
        log(Level.INFO, 0, 1000);
        assertEquals(1000 - ORDINARY_LINES, writer.lost());

        readAll();

        awaitTaken(ORDINARY_LINES + 1);
        assertEquals(lines(0, ORDINARY_LINES), taken.subList(0, ORDINARY_LINES));
        assertTrue(taken.get(ORDINARY_LINES).contains(" WARN asyfleet log lines lost lines=985 "), taken::toString);
    }

    @Test
    void theLossIsToldWhereTheLinesAreMissingAndOnce() {
        log(Level.INFO, 0, 20);
        permits.release(5);
        awaitTaken(5);
        Awaitility.await().until(() -> writer.heldCharacters() == 100);
        log(Level.INFO, 20, 21);
        readAll();

        awaitTaken(ORDINARY_LINES + 2);
        assertTrue(taken.get(ORDINARY_LINES).contains("lines=5"), taken::toString);
        assertEquals(line(20), taken.get(ORDINARY_LINES + 1));
    }

    @Test
    void ordinaryLinesLeaveRoomForWarnings() {
        log(Level.INFO, 0, ORDINARY_LINES);
        log(Level.WARN, ORDINARY_LINES, 20);
        log(Level.ERROR, 20, 21);
        assertEquals(1, writer.lost());
    }

    @Test
    void aLineThatIsLongerThanTheRoomIsWrittenIfNoOtherWaits() {
        String longLine = "x".repeat(10 * ROOM);
        writer.write(Level.INFO, longLine);
        writer.write(Level.ERROR, longLine);
        readAll();

        awaitTaken(2);
        assertEquals(longLine, taken.get(0));
        assertTrue(taken.get(1).contains("lines=1"), taken::toString);
    }

    @Test
    void whenTheProcessEndsALineIsWrittenBeforeItsThreadGoesOn() {
        readAll();
        log(Level.INFO, 0, 5);
        writer.end();
        assertEquals(lines(0, 5), taken);

        writer.write(Level.ERROR, line(5));
        assertEquals(lines(0, 6), taken);
    }

    @Test
    void whenTheProcessEndsALineWaitsForRoom() {
        log(Level.INFO, 0, ORDINARY_LINES);
        readAll();
        writer.end();
        log(Level.INFO, ORDINARY_LINES, 100);

        assertEquals(lines(0, 100), taken);
    }

    @Test
    void aProcessEndsThoughNobodyReads() {
        LogWriter hasty = LogWriter.start(this::take, ROOM, Duration.ofMillis(1));
        hasty.write(Level.INFO, line(0));
        hasty.end();
        hasty.write(Level.ERROR, line(1));

        assertEquals(List.of(), taken);
    }

    @Test
    void aSinkThatFindsNoMemoryIsAskedAgain() {
        LogWriter poor = LogWriter.start(
                line -> {
                    if (line.equals(line(0))) {
                        throw new OutOfMemoryError("for one line");
                    }
                    taken.add(line);
                },
                ROOM,
                Duration.ofMinutes(1));
        Stream.of(line(0), line(1)).forEach(line -> poor.write(Level.INFO, line));

        awaitTaken(1);
        assertEquals(List.of(line(1)), taken);
    }
}
