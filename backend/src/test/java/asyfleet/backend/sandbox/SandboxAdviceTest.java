package asyfleet.backend.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.container.Surroundings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The advice to an operator, by where the backend runs. */
final class SandboxAdviceTest {

    private static final String CONTAINER = "docker run";
    private static final String MACHINE = "sysctl user.max_user_namespaces";
    private static final String APP_ARMOR = "deploy/apparmor/asyfleet-backend";
    private static final String UNIT = "SystemCallFilter=";

    @Test
    void inAContainerTheProfilesOfContainersAreNamed() {
        for (boolean filtered : new boolean[] {true, false}) {
            assertNames(
                    advice("setting up uid map: Permission denied", around("Docker", filtered)), CONTAINER, APP_ARMOR);
        }
    }

    @Test
    void underTheUnitOfSystemdTheMachineAndTheUnitAreNamedAndNoContainer() {
        assertNames(advice("clone: Operation not permitted", around(null, true)), MACHINE, APP_ARMOR, UNIT);
    }

    @Test
    void onAMachineWithoutAFilterTheMachineAloneIsNamed() {
        assertNames(advice("No permissions to create a new namespace", around(null, false)), MACHINE, APP_ARMOR);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void inAChrootNothingIsNamedThatCannotHelp(boolean root) {
        Surroundings chroot = new Surroundings(Optional.empty(), false, Optional.empty(), false, false, true);
        String advice = advice("unshare failed: Operation not permitted", root, chroot);

        assertNames(advice);
        assertFalse(advice.contains("CAP_SYS_ADMIN"), advice);
        assertTrue(advice.contains("pivot_root in place of chroot"), advice);
    }

    @Test
    void bothErrorsAndTheSurroundingsAreShown() {
        String advice = advice("the second", around(null, true));

        assertTrue(advice.contains("with /proc:    the first\n"), advice);
        assertTrue(advice.contains("without /proc: the second\n"), advice);
        assertTrue(advice.contains("This backend runs in no container that is known, under a seccomp filter"), advice);
    }

    @ParameterizedTest
    @CsvSource({
        "bwrap: not found,                    Install bubblewrap 0.8 or newer and util-linux",
        "bwrap: Unknown option --disable-userns, Install bubblewrap 0.8 or newer; this one is older."
    })
    void aProgramThatIsMissingOrOldIsNamed(String said, String expected) {
        String advice = advice(said, around("Docker", true));

        assertNames(advice);
        assertTrue(advice.contains(expected), advice);
    }

    /** @param expected all that the advice names of the four parts */
    private static void assertNames(String advice, String... expected) {
        for (String part : new String[] {CONTAINER, MACHINE, APP_ARMOR, UNIT}) {
            assertEquals(List.of(expected).contains(part), advice.contains(part), part + " in " + advice);
        }
    }

    private static Surroundings around(String container, boolean filtered) {
        return new Surroundings(Optional.ofNullable(container), filtered, Optional.empty(), true, false, false);
    }

    private static String advice(String said, Surroundings around) {
        return advice(said, false, around);
    }

    private static String advice(String said, boolean root, Surroundings around) {
        return SandboxAdvice.explain(new SandboxException("the first"), new SandboxException(said), root, around)
                .getMessage();
    }
}
