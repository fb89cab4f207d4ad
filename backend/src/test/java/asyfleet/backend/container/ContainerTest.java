package asyfleet.backend.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.backend.BackendMain;
import asyfleet.backend.container.RuncContainer.Ended;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The sandbox in real containers. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
final class ContainerTest {

    /** Of clone: every flag that makes a namespace. */
    private static final long FLAGS_OF_NAMESPACES = 0x7E020000L;

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
    void allAttacksAreContainedUnderTheCompatibleProfile() throws Exception {
        Ended doctor = doctorOfPlainCells(RuncContainer.create(directory));

        assertPlainContained(doctor, "compatible");
        assertTrue(doctor.output().contains("/proc whole"), doctor.output());
    }

    @Test
    void allAttacksAreContainedUnderTheCompatibleProfileWithAMaskedProc() throws Exception {
        Ended doctor = doctorOfPlainCells(RuncContainer.create(directory).maskProc());

        assertPlainContained(doctor, "compatible");
        assertTrue(doctor.output().contains("/proc masked"), doctor.output());
    }

    @Test
    void allAttacksAreContainedUnderTheRestrictedProfileWithUserNumbersOfItsOwn() throws Exception {
        Ended doctor = doctorOfPlainCells(
                RuncContainer.create(directory).maskProc().ownUsers().filter(SeccompProfile.json()));

        assertPlainContained(doctor, "restricted");
        assertTrue(doctor.output().contains("in a user namespace"), doctor.output());
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
            "compose        security_opt: [\"seccomp=./asyfleet-backend.json\"]",
            "localhostProfile: asyfleet-backend.json",
            "apparmor_parser -r -W deploy/apparmor/asyfleet-backend",
            "podman run     --security-opt apparmor=asyfleet-backend",
            "compose        security_opt: [\"apparmor=asyfleet-backend\"]"
        }) {
            assertTrue(doctor.output().contains(line), line + " is missing in " + doctor.output());
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SETNS", "PIDFD_GETFD"})
    void noCellOpensWithoutAnyOfTheCallsOfTheProfile(CellCall call) throws Exception {
        Ended doctor =
                doctorOfPlainCells(RuncContainer.create(directory).maskProc().filter(without(EnumSet.of(call))));

        assertEquals(1, doctor.code(), doctor.output());
        assertTrue(doctor.output().contains("cells cannot be opened"), doctor.output());
    }

    @Test
    void appArmorCanReadItsProfile() throws Exception {
        Path parser = Path.of("/usr/sbin/apparmor_parser");
        assumeTrue(Files.isExecutable(parser), "apparmor_parser is not installed");
        assumeTrue(Files.exists(Path.of("/etc/apparmor.d/abi/4.0")), "this AppArmor is older than 4");
        Process parse = new ProcessBuilder(
                        parser.toString(),
                        "--skip-kernel-load",
                        "--skip-cache",
                        Path.of("..", "deploy", "apparmor", "asyfleet-backend").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(parse.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, parse.waitFor(), said);
    }

    private static Ended doctor(RuncContainer container) throws Exception {
        return container.run(BackendMain.class, "doctor-sandbox");
    }

    /** Of the cells alone: the attacks take two seconds, and what the warm start prepares takes many. */
    private static Ended doctorOfPlainCells(RuncContainer container) throws Exception {
        return container.run(BackendMain.class, "doctor-sandbox", "--warm-start=false");
    }

    private static void assertPlainContained(Ended doctor, String profile) {
        assertEquals(0, doctor.code(), doctor.output());
        assertTrue(doctor.output().contains("profile of the container: " + profile), doctor.output());
    }

    /** With programs that wait in the cells, so the warm start works too. */
    private static void assertContained(Ended doctor) {
        assertEquals(0, doctor.code(), doctor.output());
        assertTrue(doctor.output().contains("cells in which programs wait"), doctor.output());
    }

    private static String withoutCellCalls() {
        return without(EnumSet.complementOf(EnumSet.of(CellCall.CLONE)));
    }

    private static String without(Set<CellCall> calls) {
        ObjectNode profile = (ObjectNode) JsonMapper.shared().readTree(SeccompProfile.json());
        ArrayNode rules = (ArrayNode) profile.path("syscalls");
        for (int i = rules.size() - 1; i >= 0; i--) {
            String name = rules.get(i).path("names").path(0).asString();
            for (CellCall call : calls) {
                if (name.equals(call.wire())) {
                    rules.remove(i);
                }
            }
        }
        if (calls.contains(CellCall.CLONE)) {
            // Without any, no program could start a thread: Docker refuses only the flags of namespaces.
            ObjectNode rule = rules.addObject().put("action", "SCMP_ACT_ALLOW");
            rule.putArray("names").add(CellCall.CLONE.wire());
            rule.putArray("args")
                    .addObject()
                    .put("index", 0)
                    .put("value", FLAGS_OF_NAMESPACES)
                    .put("valueTwo", 0)
                    .put("op", "SCMP_CMP_MASKED_EQ");
        }
        return profile.toString();
    }
}
