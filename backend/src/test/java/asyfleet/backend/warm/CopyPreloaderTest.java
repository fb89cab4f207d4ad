package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.sandbox.Cell;
import asyfleet.protocol.task.Format;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class CopyPreloaderTest {

    private static WarmFixture fixture;
    private static WarmStart warm;

    private Instant now = Instant.EPOCH;
    private final List<ServerSpec> usual = Trial.usual(Format.SVG);
    private final CopyPreloader preloader = new CopyPreloader(warm.servers().orElseThrow(), () -> now, usual);

    @BeforeAll
    static void open() throws Exception {
        fixture = new WarmFixture();
        warm = fixture.warm();
        warm.preloaded(Format.SVG);
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    private boolean allWait(List<ServerSpec> programs, Cell cell) {
        return programs.stream().allMatch(program -> preloader.waits(program, cell));
    }

    @Test
    void whatIsExpectedWaitsInACellBeforeItsTaskIsKnown() throws Exception {
        try (Cell cell = warm.sandbox().open()) {
            assertFalse(allWait(usual, cell));
            preloader.preload(cell);
            assertTrue(allWait(usual, cell));
            assertFalse(preloader.waits(TaskPrograms.outlines().get(0), cell));
        }
    }

    @Test
    void whatATaskNeedsBesidesIsAddedWhenItComes() throws Exception {
        try (Cell cell = warm.sandbox().open()) {
            preloader.preload(cell);
            preloader.preloadFor(WarmFixture.request(Format.SVG, Map.of("main.asy", "import three;")), cell);
            assertTrue(allWait(usual, cell) && allWait(TaskPrograms.outlines(), cell));
        }
    }

    @Test
    void whatWaitsIsNotUsedByTheTask() throws Exception {
        try (Cell cell = warm.sandbox().open()) {
            preloader.preload(cell);
            assertEquals(0, cell.usage().threads());
            assertTrue(cell.usage().residentBytes() < 1 << 20);
        }
    }

    @Test
    void aCellInWhichProgramsWaitedForLongIsNotFresh() throws Exception {
        try (Cell cell = warm.sandbox().open()) {
            preloader.preload(cell);
            now = now.plus(ServerPool.OLD).minusMillis(1);
            assertTrue(preloader.isFresh(cell));
            now = now.plusMillis(1);
            assertFalse(preloader.isFresh(cell));
        }
    }

    @Test
    void aCellInWhichNothingWaitsStaysFresh() throws Exception {
        try (Cell cell = warm.sandbox().open()) {
            now = now.plus(ServerPool.OLD.multipliedBy(2));
            assertTrue(preloader.isFresh(cell));
        }
    }
}
