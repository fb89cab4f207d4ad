package asyfleet.backend.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProfilesTest {

    private static final Path DEPLOY = Path.of("..", "deploy");

    @Test
    void theFileForSeccompIsWhatTheCommandPrints() throws IOException {
        assertEquals(SeccompProfile.json(), Files.readString(DEPLOY.resolve("seccomp/asyfleet-backend.json")));
    }

    @Test
    void theFileForAppArmorIsWhatTheCommandPrints() throws IOException {
        assertEquals(AppArmorProfile.text(), Files.readString(DEPLOY.resolve("apparmor/asyfleet-backend")));
    }

    @Test
    void everyCallOfACellIsInBothProfiles() {
        for (CellCall call : CellCall.values()) {
            assertTrue(SeccompProfile.json().contains("\"names\" : [ \"" + call.wire() + "\" ]"), call.wire());
            call.appArmorRule()
                    .ifPresent(rule -> assertTrue(AppArmorProfile.text().contains("  " + rule + "\n"), rule));
        }
    }

    @Test
    void theUnitForSystemdAllowsEveryCallOfACell() throws IOException {
        String unit = Files.readString(DEPLOY.resolve("systemd/asyfleet-backend.service"));
        String allowed = unit.lines()
                .filter(line -> line.startsWith("SystemCallFilter="))
                .findFirst()
                .orElseThrow();
        for (CellCall call : CellCall.values()) {
            assertTrue(allowed.matches(".*[= ]" + call.wire() + "( .*|$)"), call.wire());
        }
    }

    @Test
    void theSurroundingsAreReadFromTheKernel(@TempDir Path root) throws IOException {
        write(root, "proc/self/status", "Name:\tjava\nSeccomp:\t2\nSeccomp_filters:\t1\n");
        write(root, "proc/self/mountinfo", "20 1 0:9 / / ro - overlay o ro\n30 20 0:5 / /proc/sys ro - proc proc rw\n");
        write(root, "proc/self/uid_map", "         0     200000      65536\n");
        write(root, "proc/self/attr/current", "docker-default (enforce)\n");
        write(root, ".dockerenv", "");

        Surroundings docker = Surroundings.read(root);
        assertEquals(
                new Surroundings(
                        Optional.of("Docker"), true, Optional.of("docker-default (enforce)"), true, true, false),
                docker);
        assertEquals("restricted", docker.profile());
        write(root, "proc/self/environ", "HOME=/\0KUBERNETES_SERVICE_HOST=10.0.0.1\0");
        assertEquals(Optional.of("Kubernetes"), Surroundings.read(root).container());
    }

    @ParameterizedTest
    @CsvSource({
        "true,  true,  true,  restricted",
        "true,  true,  false, restricted",
        "true,  false, true,  hardened",
        "true,  false, false, none of the three",
        "false, false, true,  compatible",
        "false, true,  false, compatible"
    })
    void aProfileHasItsNameOnlyIfAllOfItIsThere(boolean filtered, boolean masked, boolean ownUsers, String name) {
        Surroundings around =
                new Surroundings(Optional.of("Docker"), filtered, Optional.empty(), masked, ownUsers, false);
        assertTrue(around.profile().startsWith(name), around.profile());
    }

    @Test
    void aPlainMachineIsNoContainer(@TempDir Path root) throws IOException {
        write(root, "proc/self/status", "Seccomp:\t0\n");
        write(root, "proc/self/uid_map", "         0          0 4294967295\n");

        Surroundings machine = Surroundings.read(root);
        assertEquals(new Surroundings(Optional.empty(), false, Optional.empty(), false, false, false), machine);
        assertFalse(machine.describe().contains("namespace"), machine.describe());
    }

    @Test
    void aChrootIsARootThatIsNoMount(@TempDir Path root) throws IOException {
        write(root, "proc/self/mountinfo", "285 391 0:46 / /proc rw - proc proc rw\n");

        Surroundings chroot = Surroundings.read(root);
        assertTrue(chroot.chroot());
        assertTrue(chroot.describe().endsWith(", in a chroot"), chroot.describe());
    }

    private static void write(Path root, String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
