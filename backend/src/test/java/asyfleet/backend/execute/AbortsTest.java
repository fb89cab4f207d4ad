package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The remains of tasks that were aborted at any moment of their life: nothing. */
@Tag("slow")
final class AbortsTest {

    private static final int ABORTS = 200;

    private static Set<ProcessHandle> strangers;
    private static ExecutionFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        strangers = ProcessHandle.current().children().collect(Collectors.toSet());
        fixture = ExecutionFixture.create();
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void hundredsOfAbortsLeaveNoProcessNoFileAndNoDescriptor() throws IOException {
        abortOnce(0);
        Set<Path> filesBefore = files();
        long descriptorsBefore = descriptors();
        for (int i = 0; i < ABORTS; i++) {
            abortOnce(i);
        }
        // One cell is kept open for the next task: its pipes and its directory.
        await().untilAsserted(() -> assertEquals(1, cells()));
        assertEquals(filesBefore, files());
        await().untilAsserted(() -> assertTrue(
                descriptors() <= descriptorsBefore + 2,
                () -> descriptors() + " descriptors, " + descriptorsBefore + " before"));
        assertTrue(fixture.run("draw(unitsquare);").complete().success());
    }

    /** At once, after a moment, or when it has drawn something and TeX has run: the number tells which. */
    private static void abortOnce(int number) {
        Recording recording = fixture.start(
                "label(\"$x$\",(0,0)); shipout(); write(\"drawn\"); flush(stdout); while(true){}",
                TaskOptions.DEFAULT,
                ExecutionFixture.LONG);
        if (number % 30 == 0) {
            await().until(() -> !recording.output().isEmpty());
        }
        for (int i = new Random(number).nextInt(200_000); i > 0; i--) {
            Thread.onSpinWait();
        }
        recording.execution().abort();
        recording.awaitComplete();
    }

    private static long cells() {
        return ProcessHandle.current()
                .children()
                .filter(child -> !strangers.contains(child))
                .count();
    }

    private static long descriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        } catch (IOException e) {
            throw new IllegalStateException("cannot count descriptors", e);
        }
    }

    private static Set<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(fixture.stateDirectory())) {
            return all.collect(Collectors.toSet());
        }
    }
}
