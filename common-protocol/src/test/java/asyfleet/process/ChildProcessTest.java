package asyfleet.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("slow")
class ChildProcessTest {

    private static final String FOREVER = "exec cat /dev/zero > /dev/null";
    private static final Pattern READY = Pattern.compile("ready at (\\S+)");

    /** A Java program for the test to start. */
    static final class Greeter {

        private Greeter() {}

        public static void main(String[] args) {
            System.out.println(System.getProperty("greeting") + " " + args[0]);
        }
    }

    private static ChildProcess shell(String script) {
        return ChildCommand.of("sh", "-c", script).with("WHERE", "port-7").start();
    }

    @Test
    void itIsReadyWhenItSaysSo() {
        try (ChildProcess child = shell("echo starting; echo \"ready at $WHERE\"; " + FOREVER)) {
            assertEquals("port-7", child.await(READY));
        }
    }

    @Test
    void aServiceIsReadyAtTheAddressThatItNames() {
        try (ChildProcess child = shell("echo INFO ready service=x address=http://h:1; " + FOREVER)) {
            assertEquals("http://h:1", child.awaitReady().address());
        }
    }

    @Test
    void aLineThatCameBeforeItWasWaitedForIsFound() {
        ChildProcess child = shell("echo ready at once; echo more");
        assertEquals(0, child.exitCode());

        assertEquals("once", child.await(READY));
    }

    @Test
    void itEndsWithItsOwner() {
        long pid;
        try (ChildProcess child = shell("echo ready at once; " + FOREVER)) {
            child.await(READY);
            pid = child.pid();
        }
        assertFalse(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void whatItSaysAfterItWasToldToEndIsRead() {
        ChildProcess child =
                shell("trap 'echo drained; exit 3' TERM; echo ready at once; while :; do sleep 0.05; done");
        child.await(READY);
        child.terminate();

        assertEquals(3, child.exitCode());
        assertEquals("ready at once\ndrained\n", child.printed());
    }

    @Test
    void whatItSaidBeforeItsEarlyEndIsShown() {
        StartFailure failure = assertThrows(StartFailure.class, () -> shell("echo no Redis here >&2; exit 1")
                .awaitReady());

        assertTrue(failure.getMessage().endsWith("no Redis here\n"), failure.getMessage());
    }

    @Test
    void aProgramThatDoesNotExistIsNamed() {
        StartFailure failure = assertThrows(StartFailure.class, ChildCommand.of("no-such-program")::start);

        assertTrue(failure.getMessage().startsWith("cannot start no-such-program: "), failure.getMessage());
    }

    @Test
    void aCommandThatFailsIsNamedWithWhatItPrinted() {
        StartFailure failure =
                assertThrows(StartFailure.class, () -> ChildCommand.of("sh", "-c", "echo unwilling; exit 4")
                        .run());

        assertTrue(failure.getMessage().endsWith("ended with 4: unwilling\n"), failure.getMessage());
    }

    @Test
    void aJavaProgramGetsItsArgumentsAndItsJvmItsOptions() {
        ChildCommand greeter = ChildCommand.java(Greeter.class, "Redis").withJvm("-Dgreeting=Hello");

        assertEquals("Hello Redis\n", greeter.run());
    }

    @Test
    void oneProgramStartsTheOther() {
        assertEquals(
                "Hello\n", ChildCommand.of("echo", "Hello").under("env", "-i").run());
    }
}
