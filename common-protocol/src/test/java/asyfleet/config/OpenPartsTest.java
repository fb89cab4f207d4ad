package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class OpenPartsTest {

    private final OpenParts parts = new OpenParts();
    private final List<String> closed = new ArrayList<>();

    private AutoCloseable part(String name) {
        return () -> closed.add(name);
    }

    /** Fails with a checked exception when it is closed. */
    private final class Stubborn implements AutoCloseable {

        private final String name;

        Stubborn(String name) {
            this.name = name;
        }

        @Override
        public void close() throws IOException {
            closed.add(name);
            throw new IOException(name + " is stuck");
        }
    }

    /** Why the other parts did not close. */
    private static List<String> suppressedBy(Throwable failure) {
        return Arrays.stream(failure.getSuppressed())
                .map(suppressed -> suppressed.getCause().getMessage())
                .toList();
    }

    @Test
    void aPartIsGivenBackAsItCame() {
        AutoCloseable part = part("redis");

        assertSame(part, parts.opened(part));
    }

    @Test
    void aPartThatNeverClosesIsGivenUpAndNamed() {
        CountDownLatch never = new CountDownLatch(1);
        final class Hanging implements AutoCloseable {
            @Override
            public void close() throws InterruptedException {
                never.await();
            }
        }
        parts.opened(new Hanging());

        assertEquals(
                "closing Hanging did not end within PT0.01S",
                assertThrows(IllegalStateException.class, () -> parts.closeWithin(Duration.ofMillis(10)))
                        .getMessage());
        never.countDown();
    }

    @Test
    void closingInTimeIsClosing() {
        parts.opened(part("redis"));
        parts.opened(new Stubborn("threads"));
        parts.opened(part("server"));

        assertThrows(IllegalStateException.class, () -> parts.closeWithin(Duration.ofMinutes(1)));

        assertEquals(List.of("server", "threads", "redis"), closed);
    }

    @Test
    void theLastOpenedIsClosedFirst() {
        parts.opened(part("redis"));
        parts.opened(part("threads"));
        parts.opened(part("server"));

        parts.close();

        assertEquals(List.of("server", "threads", "redis"), closed);
    }

    @Test
    void nothingOpenedIsNothingToClose() {
        parts.close();

        assertEquals(List.of(), closed);
    }

    @Test
    void closingTwiceClosesEachPartOnce() {
        parts.opened(part("redis"));

        parts.close();
        parts.close();

        assertEquals(List.of("redis"), closed);
    }

    @Test
    void whatFailedToCloseIsNotClosedAgain() {
        parts.opened(new Stubborn("redis"));
        assertThrows(IllegalStateException.class, parts::close);

        parts.close();

        assertEquals(List.of("redis"), closed);
    }

    @Test
    void aPartThatIsClosedByWhatItClosesIsNotClosedAgain() {
        parts.opened(part("redis"));
        parts.opened(parts::close);

        parts.close();

        assertEquals(List.of("redis"), closed);
    }

    @Test
    void aPartThatFailsToCloseLeavesNoOtherOpen() {
        parts.opened(part("redis"));
        parts.opened(new Stubborn("threads"));
        parts.opened(part("server"));

        assertThrows(IllegalStateException.class, parts::close);

        assertEquals(List.of("server", "threads", "redis"), closed);
    }

    @Test
    void anErrorLeavesNoOtherOpenEither() {
        AssertionError error = new AssertionError("not the owner's thread");
        parts.opened(part("redis"));
        parts.opened(() -> {
            throw error;
        });

        IllegalStateException failure = assertThrows(IllegalStateException.class, parts::close);

        assertSame(error, failure.getCause());
        assertEquals(List.of("redis"), closed);
    }

    @Test
    void theFirstFailureIsThrownAndNamesItsPart() {
        parts.opened(new Stubborn("redis"));
        parts.opened(new Stubborn("threads"));
        parts.opened(new Stubborn("server"));

        IllegalStateException failure = assertThrows(IllegalStateException.class, parts::close);

        assertEquals("closing Stubborn failed", failure.getMessage());
        assertEquals("server is stuck", failure.getCause().getMessage());
    }

    @Test
    void theFailuresBehindTheFirstAreSuppressedInTheirOrder() {
        parts.opened(new Stubborn("redis"));
        parts.opened(new Stubborn("threads"));
        parts.opened(new Stubborn("server"));

        IllegalStateException failure = assertThrows(IllegalStateException.class, parts::close);

        assertEquals(List.of("threads is stuck", "redis is stuck"), suppressedBy(failure));
    }

    @Test
    void twoPartsMayFailWithTheVerySameException() {
        RuntimeException closedAlready = new IllegalStateException("closed already");
        AutoCloseable failing = () -> {
            throw closedAlready;
        };
        parts.opened(failing);
        parts.opened(failing);

        IllegalStateException failure = assertThrows(IllegalStateException.class, parts::close);

        assertSame(closedAlready, failure.getCause());
        assertEquals(1, failure.getSuppressed().length);
    }

    @Test
    void whatWasStartedKeepsItsPartsOpen() {
        OpenParts started = OpenParts.start(opening -> {
            opening.opened(part("redis"));
            return opening;
        });
        assertEquals(List.of(), closed);

        started.close();

        assertEquals(List.of("redis"), closed);
    }

    @Test
    void aStartThatFailsHalfWayClosesWhatItOpened() {
        StartFailure taken = new StartFailure("the port is taken");

        StartFailure failure = assertThrows(
                StartFailure.class,
                () -> OpenParts.start(opening -> {
                    opening.opened(part("redis"));
                    opening.opened(part("threads"));
                    throw taken;
                }));

        assertSame(taken, failure);
        assertEquals(List.of("threads", "redis"), closed);
    }

    @Test
    void aStartThatFailsWithACheckedExceptionIsNoExceptionToThat() {
        IOException failure = assertThrows(
                IOException.class,
                () -> OpenParts.start(opening -> {
                    opening.opened(part("directory"));
                    throw new IOException("the disk is full");
                }));

        assertEquals("the disk is full", failure.getMessage());
        assertEquals(List.of("directory"), closed);
    }

    @Test
    void aStartThatFailsWithAnErrorIsNoExceptionToThat() {
        assertThrows(
                AssertionError.class,
                () -> OpenParts.start(opening -> {
                    opening.opened(part("redis"));
                    throw new AssertionError("not the owner's thread");
                }));

        assertEquals(List.of("redis"), closed);
    }

    @Test
    void whatDoesNotCloseAfterAFailedStartIsSuppressedByItsFailure() {
        StartFailure failure = assertThrows(
                StartFailure.class,
                () -> OpenParts.start(opening -> {
                    opening.opened(new Stubborn("redis"));
                    opening.opened(part("threads"));
                    opening.opened(new Stubborn("server"));
                    throw new StartFailure("no fleet");
                }));

        assertEquals("no fleet", failure.getMessage());
        assertEquals(List.of("server is stuck", "redis is stuck"), suppressedBy(failure));
        assertEquals(List.of("server", "threads", "redis"), closed);
    }
}
