package asyfleet.backend.execute;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.explain.Installed;
import asyfleet.backend.sandbox.SandboxFixture;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Programs that keep us from opening their files, without a sandbox that would refuse it. The kernel breaks a lease after
 * 45 seconds by itself; nothing here may take that long.
 */
@Tag("slow")
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class HeldUpTest {

    private final GiveUp soon = GiveUp.after(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(30));

    /** Takes a lease on the picture, and leaves a file when somebody waits for it. */
    private static final String LEASE = """
            $SIG{IO} = sub { open(my $asked, '>', 'asked') };
            open(my $picture, '+>', 'new.tmp');
            syswrite($picture, '<svg></svg>');
            fcntl($picture, 1024, 1) or die "no lease: $!";
            rename('new.tmp', 'out.svg');
            """;

    private static final String FIGURE = "open(my $f, '>', 'out.svg'); print $f '<svg></svg>';";
    private static final String ENDLESS = "sleep 1 while 1;";

    private SandboxFixture sandbox;
    private Slots slots;

    @BeforeEach
    void open() throws IOException {
        sandbox = SandboxFixture.bare();
        slots = new Slots(
                Slots.Count.of(2),
                sandbox.sandbox(),
                ExecutionLimits.DEFAULT,
                PerlLauncher::create,
                Installed.explainer(List.of()),
                soon);
    }

    @AfterEach
    void close() throws IOException {
        slots.close();
        sandbox.close();
    }

    private Recording start(String program, TaskOptions options) {
        Recording recording = new Recording();
        Map<String, byte[]> files = Map.of("main.pl", program.getBytes(StandardCharsets.UTF_8));
        ExecutionRequest request =
                new ExecutionRequest(files, Optional.of("main.pl"), options, Optional.of(ExecutionFixture.LONG));
        recording.of(slots.run(request, recording).orElseThrow());
        return recording;
    }

    private long waiting() throws IOException {
        try (Stream<Path> files = Files.walk(sandbox.stateDirectory())) {
            return files.filter(file -> file.endsWith("asked")).count();
        }
    }

    @Test
    void shellsThatLeaseTheirPicturesAreEndedAtOnceAndKeepNoFigureWaiting() {
        List<Recording> shells = Stream.of(1, 2)
                .map(number -> start(LEASE + ENDLESS, ExecutionFixture.interactive()))
                .toList();
        await().until(() -> waiting() == 2);

        shells.forEach(shell -> shell.execution().abort());
        shells.forEach(Recording::awaitComplete);

        shells.forEach(shell ->
                assertEquals(EndCode.ABORTED, shell.complete().verdict().code()));
        assertTrue(start(FIGURE, TaskOptions.DEFAULT).awaitComplete().complete().success());
    }

    @Test
    void theTimeLimitOfAShellCountsWhileItsPictureCannotBeOpened() {
        Recording shell = start(LEASE + ENDLESS, ExecutionFixture.interactive());
        await().until(() -> waiting() == 1);

        shell.execution().shorten(Duration.ofMillis(1));

        assertEquals(
                EndCode.TIME_LIMIT, shell.awaitComplete().complete().verdict().code());
    }

    /** The one that runs away is no child of the cell any more, and lives on with its lease. */
    @Test
    void aPictureThatCannotBeOpenedWhenAllIsOverIsNone() {
        String runAway = "use POSIX; pipe(my $ready, my $done); if (fork) { close $done; <$ready>; exit 0 } setsid;\n"
                + LEASE + "$| = 1; print $$; close STDOUT; close STDERR; close $done; " + ENDLESS;
        Recording task = start(runAway, TaskOptions.DEFAULT).awaitComplete();
        long pid = Long.parseLong(task.output());
        try {
            assertEquals(EndCode.NO_IMAGE, task.complete().verdict().code());
            assertTrue(ProcessHandle.of(pid).orElseThrow().isAlive());
            assertTrue(start(FIGURE, TaskOptions.DEFAULT)
                    .awaitComplete()
                    .complete()
                    .success());
        } finally {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
