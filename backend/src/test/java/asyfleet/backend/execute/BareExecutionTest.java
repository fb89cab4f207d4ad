package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.sandbox.SandboxFixture;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises that hold without a sandbox. */
@Tag("slow")
final class BareExecutionTest {

    private static ExecutionFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = ExecutionFixture.create(SandboxFixture.bare(), ExecutionLimits.DEFAULT);
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    @Test
    void aFigureIsDrawn() {
        assertTrue(
                fixture.run("draw((0,0)--(9,9)); label(\"$x$\",(0,0));").image().contains("</svg>"));
    }

    @Test
    void theTimeLimitEndsTheTreeThatItFinds() {
        Recording recording = fixture.start("while(true){}", TaskOptions.DEFAULT, Duration.ofMillis(300))
                .awaitComplete();
        assertEquals(EndCode.TIME_LIMIT, recording.complete().verdict().code());
    }

    @Test
    void theDirectoryOfATaskIsRemovedWithIt() {
        fixture.run("draw((0,0)--(9,9));");
        // One is kept for the next task.
        await().until(() -> fixture.cellDirectories() == 1);
    }
}
