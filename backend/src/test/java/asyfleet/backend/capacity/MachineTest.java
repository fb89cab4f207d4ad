package asyfleet.backend.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

    @TempDir
    Path root;

    @BeforeEach
    void ordinaryMachine() throws IOException {
        file("proc/pressure/cpu", "some avg10=25.50 avg60=1.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00\n");
        file("proc/loadavg", "3.00 2.00 1.00 1/100 1234\n");
        file("proc/meminfo", "MemTotal:        8000 kB\nMemFree:  100 kB\nMemAvailable:    6000 kB\n");
    }

    @Test
    void pressureAndMemoryAreReadFromTheKernel() {
        assertEquals(Optional.of(new MachineLoad(0.255, 6000 * 1024, 8000 * 1024)), measure());
    }

    @Test
    void whereNoPressureIsCountedTheLoadAverageStandsIn() throws IOException {
        Files.delete(root.resolve("proc/pressure/cpu"));

        assertEquals(0.5, measure().orElseThrow().cpuPressure());
    }

    @Test
    void aContainersLimitCountsBeforeTheMachinesMemory() throws IOException {
        file("sys/fs/cgroup/memory.max", "4096000\n");
        file("sys/fs/cgroup/memory.current", "3000000\n");
        file("sys/fs/cgroup/memory.stat", "anon 100\ninactive_file 500000\n");

        assertEquals(Optional.of(new MachineLoad(0.255, 1_596_000, 4_096_000)), measure());
    }

    @Test
    void aContainerWithoutALimitHasTheMachinesMemory() throws IOException {
        file("sys/fs/cgroup/memory.max", "max\n");
        file("sys/fs/cgroup/memory.current", "3000000\n");

        assertEquals(8000 * 1024, measure().orElseThrow().totalBytes());
    }

    @Test
    void aSystemThatTellsNothingIsNotMeasured() throws IOException {
        Files.delete(root.resolve("proc/meminfo"));

        assertEquals(Optional.empty(), measure());
    }

    private Optional<MachineLoad> measure() {
        return new Machine(root, 2).measure();
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
