package asyfleet.lab.bench.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildProcessTest {

    private static final Pattern READY = Pattern.compile("ready at (\\S+)");

    private static ChildProcess start(String script) {
        return ChildProcess.start("child", List.of("sh", "-c", script), Map.of("WHERE", "port-7"), READY);
    }

    @Test
    void itIsReadyWhenItSaysSo() {
        try (ChildProcess child = start("echo starting; echo \"ready at $WHERE\"; exec cat /dev/zero > /dev/null")) {
            assertEquals("port-7", child.address());
        }
    }

    @Test
    void itEndsWithItsOwner() {
        long pid;
        try (ChildProcess child = start("echo ready at once; exec cat /dev/zero > /dev/null")) {
            pid = child.pid();
        }
        assertFalse(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void whatItSaidBeforeItsEarlyEndIsShown() {
        StartFailure failure = assertThrows(StartFailure.class, () -> start("echo no Redis here; exit 1"));

        assertTrue(failure.getMessage().contains("no Redis here"), failure.getMessage());
    }

    @Test
    void aCommandThatFailsIsNamedWithWhatItPrinted() {
        StartFailure failure =
                assertThrows(StartFailure.class, () -> ChildProcess.run("sh", "-c", "echo unwilling; exit 4"));

        assertTrue(failure.getMessage().endsWith("ended with 4: unwilling\n"), failure.getMessage());
    }
}
