package asyfleet.backend.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against plain files that look like the kernel's. What the kernel does with them is in {@link KernelMemoryTest}. */
@Tag("slow")
final class MemoryGroupsTest {

    private static final long OURS = ProcessHandle.current().pid();
    private static final long MIB = 1 << 20;

    @TempDir
    private Path base;

    @BeforeEach
    void looksLikeTheGroupOfAService() throws IOException {
        write("cgroup.type", "domain\n");
        write("cgroup.controllers", "cpu memory pids\n");
        write("cgroup.subtree_control", "\n");
        write("cgroup.procs", "4242\n");
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(base.resolve(file).getParent());
        Files.writeString(base.resolve(file), text);
    }

    private String read(String file) throws IOException {
        return Files.readString(base.resolve(file)).strip();
    }

    private MemoryGroups groups(Path own, boolean top) throws IOException {
        return MemoryGroups.below(new OwnGroup(new ControlGroup(own), top), true, OURS);
    }

    @Test
    void theServiceMovesOutOfTheWayOfItsCells() throws IOException {
        assertEquals(
                "limited by the kernel, by control groups below " + base.resolve("asyfleet-" + OURS),
                groups(base, true).toString());
        assertEquals("4242", read("asyfleet-service/cgroup.procs"));
        assertEquals("+memory +pids", read("cgroup.subtree_control"));
        assertEquals("+memory +pids", read("asyfleet-" + OURS + "/cgroup.subtree_control"));
    }

    @Test
    void aSecondSandboxFindsEverythingPrepared() throws IOException {
        write("cgroup.subtree_control", "memory pids\n");
        write("asyfleet-service/cgroup.procs", "4242\n");
        assertTrue(groups(base.resolve("asyfleet-service"), false).toString().startsWith("limited by the kernel"));
        assertFalse(Files.exists(base.resolve("asyfleet-service/asyfleet-service")));
    }

    @Test
    void theGroupOfTheMachineKeepsItsProcesses() throws IOException {
        Files.delete(base.resolve("cgroup.type"));
        assertTrue(groups(base, true).toString().startsWith("limited by the kernel"));
        assertFalse(Files.exists(base.resolve("asyfleet-service")));
    }

    @Test
    void aGroupOfOthersIsLeftAsItIs() throws IOException {
        String said = groups(base, false).toString();
        assertTrue(said.startsWith("watched, not limited by the kernel: the control group " + base + " is not ours"));
        assertTrue(said.contains("Delegate=yes"), said);
        assertEquals("", read("cgroup.subtree_control"));
        assertFalse(Files.exists(base.resolve("asyfleet-service")));
    }

    @Test
    void withoutAMemoryControllerNothingIsMade() throws IOException {
        write("cgroup.controllers", "hugetlb\n");
        assertTrue(groups(base, true).toString().contains(base + " has no memory controller"));
        assertFalse(Files.exists(base.resolve("asyfleet-service")));
    }

    @Test
    void whatAKilledBackendLeftIsRemoved() throws IOException {
        Path dead = Files.createDirectories(base.resolve("asyfleet-2147483647/cell-1"));
        Path alive = Files.createDirectories(base.resolve("asyfleet-" + OURS + "/cell-1"));
        groups(base, true);
        assertFalse(Files.exists(dead.getParent()));
        assertTrue(Files.exists(alive));
    }

    @Test
    void aCellMayUseItsMemoryAndItsFiles() throws IOException {
        SandboxLimits limits = new SandboxLimits(100 * MIB, 20 * MIB, 1, 10, 1, SandboxLimits.DEFAULT.cpuTime());
        MemoryGroup.create(new ControlGroup(base), limits);
        try (var cells = Files.newDirectoryStream(base, "cell-*")) {
            Path cell = cells.iterator().next();
            assertEquals(Long.toString(120 * MIB), Files.readString(cell.resolve("memory.max")));
            assertEquals("1", Files.readString(cell.resolve("memory.oom.group")));
        }
    }

    @Test
    void aCommandJoinsBeforeItRuns() throws Exception {
        List<String> command = new ArrayList<>(new MemoryGroup(new ControlGroup(base)).command());
        command.addAll(List.of("cat", base.resolve("cgroup.procs").toString()));
        Process process = new ProcessBuilder(command).start();
        assertEquals("0\n", new String(process.getInputStream().readAllBytes(), UTF_8));
    }

    @Test
    void whetherTheKernelKilledIsReadFromItsEvents() throws IOException {
        MemoryGroup group = new MemoryGroup(new ControlGroup(base));
        write("memory.max", "1000\n");
        write("memory.events", "low 0\nmax 7\noom 1\noom_kill 0\noom_group_kill 0\n");
        assertEquals(OptionalLong.empty(), group.fatalBytes());
        write("memory.events", "low 0\nmax 7\noom 1\noom_kill 3\noom_group_kill 1\n");
        assertEquals(OptionalLong.of(1000), group.fatalBytes());
        write("memory.peak", "1200\n");
        assertEquals(OptionalLong.of(1200), group.fatalBytes());
    }
}
