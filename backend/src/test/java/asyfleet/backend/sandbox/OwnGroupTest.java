package asyfleet.backend.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OwnGroupTest {

    private static final String MACHINE =
            "24 1 0:5 / /dev rw - devtmpfs udev rw\n30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";

    private static Optional<OwnGroup> group(String path, boolean top) {
        return Optional.of(new OwnGroup(new ControlGroup(Path.of(path)), top));
    }

    @Test
    void theGroupOfAServiceIsBelowTheMount() {
        assertEquals(
                group("/sys/fs/cgroup/system.slice/asyfleet.service", false),
                OwnGroup.find(MACHINE, "0::/system.slice/asyfleet.service\n"));
    }

    @Test
    void aContainerWithItsOwnNamespaceIsAtTheTop() {
        assertEquals(group("/sys/fs/cgroup", true), OwnGroup.find(MACHINE, "0::/\n"));
    }

    @Test
    void whereAContainerSeesOnlyItsPartThatPartIsTheTop() {
        String part = "30 23 0:26 /docker/1f /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        assertEquals(group("/sys/fs/cgroup", true), OwnGroup.find(part, "0::/docker/1f\n"));
        assertEquals(Optional.empty(), OwnGroup.find(part, "0::/docker/2e\n"));
    }

    @Test
    void groupsOfBothVersionsAreToldApart() {
        String mounts = "31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                + "32 23 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        assertEquals(group("/sys/fs/cgroup/unified/a", false), OwnGroup.find(mounts, "4:memory:/b\n0::/a\n"));
    }

    @Test
    void aGroupThatCannotBeSeenIsNone() {
        assertEquals(Optional.empty(), OwnGroup.find(MACHINE, "0::/../other\n"));
        assertEquals(Optional.empty(), OwnGroup.find("", "0::/\n"));
        assertEquals(Optional.empty(), OwnGroup.find(MACHINE, "4:memory:/\n"));
    }
}
