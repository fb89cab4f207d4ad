package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.explain.Installed;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxFixture;
import asyfleet.backend.sandbox.Usage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The only slot of a process, when something of its task does not end: it is there for the next task all the same. */
@Tag("slow")
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class SlotGivenUpTest {

    private final GiveUp soon = GiveUp.after(Duration.ofMillis(200), Duration.ofMillis(200), Duration.ofSeconds(1));
    private static final String FIGURE = "open(my $f, '>', 'out.svg'); print $f '<svg></svg>';";
    private static final String ENDLESS = "sleep 1 while 1;";

    private final CountDownLatch released = new CountDownLatch(1);

    /** Whether the next cell or launch is to hang. */
    private final AtomicBoolean hang = new AtomicBoolean(true);

    private SandboxFixture sandbox;

    @BeforeEach
    void open() throws IOException {
        sandbox = SandboxFixture.bare();
    }

    @AfterEach
    void close() throws IOException {
        released.countDown();
        await().until(() -> sandbox.cellDirectories() == 0);
        sandbox.close();
    }

    private Slots slots(Slots.LauncherFactory launchers) {
        return new Slots(
                Slots.Count.of(1),
                sandbox.sandbox(),
                ExecutionLimits.DEFAULT,
                launchers,
                Installed.explainer(List.of()),
                soon);
    }

    /** Cells of which the first is another one. */
    private Slots.LauncherFactory first(UnaryOperator<Cell> wrapping) {
        return (box, pool) ->
                PerlLauncher.wrapping(box, cell -> hang.compareAndSet(true, false) ? wrapping.apply(cell) : cell);
    }

    private static Recording start(Slots slots, String program, Duration limit) {
        Recording recording = new Recording();
        Map<String, byte[]> files = Map.of("main.pl", program.getBytes(StandardCharsets.UTF_8));
        ExecutionRequest request =
                new ExecutionRequest(files, Optional.of("main.pl"), TaskOptions.DEFAULT, Optional.of(limit));
        recording.of(slots.run(request, recording).orElseThrow());
        return recording;
    }

    private static void assertRunsAFigure(Slots slots) {
        Recording figure = start(slots, FIGURE, ExecutionFixture.LONG).awaitComplete();
        assertTrue(figure.complete().success(), () -> figure.messages().toString());
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aCellThatOutlivesItsKillIsGivenUp() {
        try (Slots slots = slots(first(Immortal::new))) {
            Recording task = start(slots, ENDLESS, Duration.ofMillis(1)).awaitComplete();

            assertEquals(EndCode.TIME_LIMIT, task.complete().verdict().code());
            assertEquals(1, slots.givenUp());
            assertRunsAFigure(slots);
        }
    }

    /** A cell with a process that cannot be killed. */
    private static final class Immortal extends WrappedCell {

        Immortal(Cell cell) {
            super(cell);
        }

        @Override
        public CompletableFuture<Integer> exit() {
            return new CompletableFuture<>();
        }
    }

    @Test
    void aProgramThatHasExitedHasNotHitItsTimeLimit() {
        try (Slots slots =
                new Slots(Slots.Count.of(1), sandbox.sandbox(), ExecutionLimits.DEFAULT, first(HeardLate::new))) {
            Recording task = start(slots, FIGURE, Duration.ofMillis(300)).awaitComplete();

            assertTrue(task.complete().success(), () -> task.messages().toString());
        }
    }

    /** A cell whose exit is heard only after many looks at it: long after the limit. */
    private static final class HeardLate extends WrappedCell {

        private final CompletableFuture<Integer> heard = new CompletableFuture<>();
        private final AtomicInteger looks = new AtomicInteger();

        HeardLate(Cell cell) {
            super(cell);
        }

        @Override
        public CompletableFuture<Integer> exit() {
            return heard;
        }

        @Override
        public Usage usage() {
            if (looks.incrementAndGet() == 20) {
                super.exit().thenAccept(heard::complete);
            }
            return super.usage();
        }
    }

    @Test
    void aCellThatTakesLongToRemoveHoldsNoSlotAndNoResult() {
        try (Slots slots = slots(first(cell -> new WrappedCell(cell) {
            @Override
            public void close() {
                awaitRelease();
                super.close();
            }
        }))) {
            assertRunsAFigure(slots);
            assertRunsAFigure(slots);
            assertEquals(0, slots.givenUp());
        }
    }

    @Test
    void aSlotWhoseThreadHangsIsReplaced() {
        try (Slots slots = slots(this::hangingOnce)) {
            Recording task = start(slots, FIGURE, ExecutionFixture.LONG).awaitComplete();

            assertEquals(EndCode.FLEET_FAULT, task.complete().verdict().code());
            assertEquals(1, slots.givenUp());
            assertRunsAFigure(slots);

            released.countDown();
            await().until(() -> sandbox.cellDirectories() == 0);
            assertEquals(1, task.messages().size(), "told once: " + task.messages());
        }
    }

    /** Its first launch comes back only when it is released. */
    private Launcher hangingOnce(Sandbox box, Object pool) {
        return PerlLauncher.wrapping(box, cell -> {
            if (hang.compareAndSet(true, false)) {
                awaitRelease();
            }
            return cell;
        });
    }

    @Test
    void closingGivesUpASlotWhoseThreadHangs() {
        Slots slots = slots(this::hangingOnce);
        Recording task = start(slots, FIGURE, ExecutionFixture.LONG);
        await().until(() -> !hang.get());

        slots.close();

        assertEquals(
                EndCode.FLEET_FAULT, task.awaitComplete().complete().verdict().code());
    }
}
