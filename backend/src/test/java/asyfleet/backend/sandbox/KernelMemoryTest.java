package asyfleet.backend.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The kernel's limit on memory, where control groups can be made. Nobody watches these cells. */
@Tag("slow")
final class KernelMemoryTest {

    private static final long MIB = 1 << 20;
    private static final SandboxLimits SMALL =
            new SandboxLimits(128 * MIB, 32 * MIB, 500, 32, 64, Duration.ofMinutes(1));
    private static final int SIGKILL = 9;

    private static SandboxFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        String bound = MemoryGroups.find().toString();
        assumeTrue(bound.startsWith("limited"), bound);
        fixture = SandboxFixture.bwrap(SMALL);
    }

    @AfterAll
    static void close() throws IOException {
        if (fixture != null) {
            fixture.close();
        }
    }

    private static void assertKilled(String script) throws Exception {
        try (Cell cell = fixture.start(script)) {
            assertEquals(128 + SIGKILL, cell.exit().get());
            long bytes = cell.fatalBytes().orElseThrow();
            assertTrue(bytes > 100 * MIB && bytes <= 160 * MIB, bytes + " bytes");
        }
    }

    @Test
    void manyProcessesHaveOneLimit() throws Exception {
        assertKilled("for i in 1 2 3 4; do perl -e '$x=q(x) x 6e7; sleep 60' & done; wait");
    }

    @Test
    void filesAndMemoryHaveOneBound() throws Exception {
        assertKilled("yes | head -c 30000000 >f; for i in 1 2 3; do perl -e '$x=q(x) x 6e7; sleep 60' & done; wait");
    }

    @Test
    void aCellBelowItsLimitIsNotKilled() throws Exception {
        try (Cell cell = fixture.start("perl -e '$x=q(x) x 3e7'")) {
            assertEquals(0, cell.exit().get());
            assertTrue(cell.fatalBytes().isEmpty());
        }
    }
}
