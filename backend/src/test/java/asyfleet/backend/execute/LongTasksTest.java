package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that run for long, and the lower priority that they get. */
@Tag("slow")
final class LongTasksTest {

    private static final int NICE_FIELD = 16;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static ExecutionFixture fixture;

    @BeforeAll
    static void open() throws IOException {
        fixture = ExecutionFixture.create();
    }

    @AfterAll
    static void close() throws IOException {
        fixture.close();
    }

    @Test
    void aTaskThatRunsForLongHasALowerPriority() throws IOException {
        Recording endless = endless();
        int ours = nice(ProcessHandle.current().pid());
        await().atMost(LIMIT).untilAsserted(() -> assertEquals(Math.min(ours + 5, 19), nice(asymptote())));
        end(endless);
    }

    @Test
    void soHasItsSessionWhereTheKernelGroupsProcessesBySession() throws IOException {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/autogroup")), "this kernel has no groups by session");
        Recording endless = endless();
        await().atMost(LIMIT)
                .untilAsserted(() -> assertEquals(
                        "nice 5",
                        Files.readString(process(asymptote()).resolve("autogroup"))
                                .replaceFirst("^\\S+ ", "")
                                .strip()));
        end(endless);
    }

    private static Recording endless() {
        return fixture.start("while(true){}", TaskOptions.DEFAULT, ExecutionFixture.LONG);
    }

    private static void end(Recording recording) {
        recording.execution().abort();
        recording.awaitComplete();
    }

    private static long asymptote() {
        return ProcessHandle.current()
                .descendants()
                .mapToLong(ProcessHandle::pid)
                .filter(pid -> isAsymptote(process(pid)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("asy does not run"));
    }

    private static boolean isAsymptote(Path process) {
        try {
            return Files.readString(process.resolve("comm")).strip().equals("asy");
        } catch (IOException gone) {
            return false;
        }
    }

    private static int nice(long pid) throws IOException {
        String stat = Files.readString(process(pid).resolve("stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE_FIELD]);
    }

    private static Path process(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }
}
