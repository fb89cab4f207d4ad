package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.sandbox.OtherUser;
import asyfleet.backend.sandbox.SandboxFixture;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose results cannot be read: that is their fault, so they are not run again, as after a fault of ours. */
@Tag("slow")
final class OddResultTest {

    private static final String FIGURE = "open(my $f, '>', 'out.svg'); print $f '<svg></svg>'; close $f;";

    private static SandboxFixture sandbox;
    private static Slots slots;

    @BeforeAll
    static void open() throws IOException {
        use(SandboxFixture.bwrap());
    }

    private static void use(SandboxFixture fixture) {
        sandbox = fixture;
        slots = new Slots(Slots.Count.of(1), fixture.sandbox(), ExecutionLimits.DEFAULT, PerlLauncher::create);
    }

    @AfterAll
    static void close() throws IOException {
        slots.close();
        sandbox.close();
    }

    private static Complete run(String program) {
        Recording recording = new Recording();
        Map<String, byte[]> files = Map.of("main.pl", program.getBytes(StandardCharsets.UTF_8));
        ExecutionRequest request = new ExecutionRequest(
                files, Optional.of("main.pl"), TaskOptions.DEFAULT, Optional.of(Duration.ofSeconds(60)));
        recording.of(slots.run(request, recording).orElseThrow());
        return recording.awaitComplete().complete();
    }

    private static EndCode code(String program) {
        return run(program).verdict().code();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mkdir 'out.svg';",
                "symlink '/etc/passwd', 'out.svg';",
                "use IO::Socket::UNIX; IO::Socket::UNIX->new(Local => 'out.svg', Listen => 1);",
                "open(my $f, '>', \"\\xff\\xfe.svg\"); print $f '</svg>';",
                "mkdir 'd'; open(my $f, '>', 'd/out.svg'); print $f '</svg>';"
            })
    void whatIsNoPictureIsNone(String program) {
        assertEquals(EndCode.NO_IMAGE, code(program));
    }

    /** The name that was once written to find out whether the disk is full. */
    @Test
    void aFailureBesideADirectoryWithAnUnluckyNameIsNoWantOfDisk() {
        assertEquals(EndCode.EXIT_CODE, code("mkdir '.probe'; exit 3;"));
    }

    @Test
    void aFullDirectoryIsSaidToBeFull() {
        assertEquals(EndCode.DISK_LIMIT, code("open(my $f, '>', 'big'); 1 while syswrite($f, 'x' x 1048576); exit 3;"));
    }

    @Test
    void anOrdinaryUserTakesALockedPictureForNone() throws Exception {
        try (OtherUser user = OtherUser.create()) {
            user.run(Locked.class);
        }
    }

    /** The program that this user runs. Root can read everything, so nothing is locked for root. */
    static final class Locked {

        public static void main(String[] arguments) {
            try {
                check(SandboxFixture.bwrap());
                check(SandboxFixture.bare());
                System.exit(0);
            } catch (Throwable e) {
                e.printStackTrace();
                System.exit(1);
            }
        }

        private static void check(SandboxFixture fixture) throws IOException {
            use(fixture);
            assertEquals(EndCode.NO_IMAGE, code(FIGURE + "chmod 0, 'out.svg'"));
            assertEquals(EndCode.NO_IMAGE, code(FIGURE + "chmod 0, '.'"));
            assertEquals(EndCode.EXIT_CODE, code("chmod 0, '.'; exit 3"));
            assertEquals(EndCode.NO_IMAGE, code("mkdir 'a'; mkdir 'a/b'; chmod 0, 'a/b'; chmod 0, 'a'"));
            assertEquals(EndCode.OK, code(FIGURE));
            // A directory is removed when the answer is out.
            await().untilAsserted(() -> assertEquals(0, sandbox.cellDirectories(), "cells whose directory was left"));
            close();
        }
    }
}
