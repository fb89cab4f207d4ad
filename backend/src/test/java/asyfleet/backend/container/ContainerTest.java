package asyfleet.backend.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.BackendMain;
import asyfleet.backend.container.RuncContainer.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The sandbox in real containers. */
@Tag("slow")
final class ContainerTest {

    @TempDir
    Path directory;

    @Test
    void allAttacksAreContainedUnderTheRestrictedProfile() throws Exception {
        Ended doctor = doctor(RuncContainer.create(directory).maskProc().filter(SeccompProfile.json()));

        assertContained(doctor);
        assertTrue(doctor.output().contains("profile of the container: restricted"), doctor.output());
    }

    @Test
    void allAttacksAreContainedUnderTheHardenedProfile() throws Exception {
        Ended doctor = doctor(RuncContainer.create(directory).ownUsers().filter(SeccompProfile.json()));

        assertContained(doctor);
        assertTrue(doctor.output().contains("profile of the container: hardened"), doctor.output());
    }

    @Test
    void theDefaultsOfAContainerAreRefusedWithBothErrorsAndTheLinesToAdd() throws Exception {
        Ended doctor = doctor(RuncContainer.create(directory).maskProc().filter(withoutCellCalls()));

        assertEquals(1, doctor.code(), doctor.output());
        for (String line : new String[] {
            "with /proc:    ",
            "without /proc: ",
            "in a container (runc), under a seccomp filter",
            "--security-opt seccomp=deploy/seccomp/asyfleet-backend.json",
            "localhostProfile: asyfleet-backend.json",
            "apparmor_parser -r -W deploy/apparmor/asyfleet-backend"
        }) {
            assertTrue(doctor.output().contains(line), line + " is missing in " + doctor.output());
        }
    }

    private static Ended doctor(RuncContainer container) throws Exception {
        return container.run(BackendMain.class, "doctor-sandbox");
    }

    /** With programs that wait in the cells, so the warm start works too. */
    private static void assertContained(Ended doctor) {
        assertEquals(0, doctor.code(), doctor.output());
        assertTrue(doctor.output().contains("cells in which programs wait"), doctor.output());
    }

    private static String withoutCellCalls() {
        ObjectNode profile = (ObjectNode) JsonMapper.shared().readTree(SeccompProfile.json());
        ArrayNode rules = (ArrayNode) profile.path("syscalls");
        for (int i = rules.size() - 1; i >= 0; i--) {
            String name = rules.get(i).path("names").path(0).asString();
            for (CellCall call : CellCall.values()) {
                if (name.equals(call.wire()) && call != CellCall.CLONE) {
                    rules.remove(i);
                }
            }
        }
        return profile.toString();
    }
}
