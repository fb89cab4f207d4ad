package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A benchmark that somebody ends: a process, and so is each service that it starts. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class BenchEndTest {

    @Test
    void aBenchmarkThatIsTerminatedAloneLeavesNoProcessBehind() {
        List<String> arguments = List.of("bench", "limiter", "--pairs=1000000000");
        List<ProcessHandle> children;
        try (ServiceProcess bench = ServiceProcess.start("asyfleet.lab.LabMain", arguments, "PORT", Map.of())) {
            children = bench.awaitPrinted("round trips per pair").children();
        }

        assertTrue(children.size() >= 2, "expected a Redis and a queue server, but were " + children);
        List<ProcessHandle> left =
                children.stream().filter(ProcessHandle::isAlive).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        assertEquals(List.of(), left);
    }
}
