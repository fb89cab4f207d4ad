package asyfleet.backend.claim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.BackendMain;
import asyfleet.net.NetThreads;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.RedisFixture;
import asyfleet.testing.ServiceCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole backend processes with a real Asymptote, as an operator starts and ends them. */
@Tag("slow")
class BackendProcessTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final NetThreads THREADS = NetThreads.create(2);
    private static final String FIGURE = "draw(unitcircle); write(\"drawn\");";
    private static final String ENDLESS = "write(\"running\"); flush(stdout); while (true) {}";

    private FakeScheduler scheduler;
    private ChildProcess backend;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scheduler = new FakeScheduler(REDIS.redis());
        backend = start("--drain-limit", "20s");
    }

    private static ChildProcess start(String... settings) {
        List<String> arguments = new ArrayList<>(List.of("--slots", "2"));
        arguments.addAll(List.of(settings));
        return ServiceCommand.of(BackendMain.class, REDIS.uri(), arguments.toArray(String[]::new))
                .start()
                .awaitReady();
    }

    @AfterEach
    void killBackend() {
        backend.kill();
    }

    @AfterAll
    static void stop() {
        THREADS.close();
        REDIS.close();
    }

    @Test
    void aFigureIsDrawnAndServed() {
        try (BackendTaskClient client = connect(scheduler.dispatch(FIGURE))) {
            ServerMessage.Complete complete = client.complete();

            assertTrue(complete.success(), complete.toString());
            assertEquals(EndCode.OK, complete.verdict().code());
            ServerMessage.Result result = client.received().stream()
                    .filter(ServerMessage.Result.class::isInstance)
                    .map(ServerMessage.Result.class::cast)
                    .findFirst()
                    .orElseThrow();
            assertEquals(Format.SVG, result.format());
            assertTrue(new String(result.contents(), UTF_8).contains("<svg"));
        }
    }

    @Test
    void aFileThatMayNotBeNamedSoIsRefusedAndNamed() {
        Map<String, byte[]> files = Map.of("main.asy", FIGURE.getBytes(UTF_8), "../escape.asy", new byte[0]);
        try (BackendTaskClient client = connect(scheduler.dispatch(TaskOptions.DEFAULT, files))) {
            assertEquals(EndCode.BAD_REQUEST, client.complete().verdict().code());
            assertTrue(
                    client.complete().error().contains("../escape.asy"),
                    client.complete().error());
        }
    }

    @Test
    void aClientThatLeavesEndsTheWholeTree() {
        BackendTaskClient client = connect(scheduler.dispatch(ENDLESS));
        awaitRunning(client);

        client.close();

        Awaitility.await().until(() -> asymptotes().isEmpty());
    }

    @Test
    void aKilledProcessTakesItsTaskWithItAndIsMissed() {
        String id = scheduler.dispatch(ENDLESS);
        BackendTaskClient client = connect(id);
        awaitRunning(client);
        List<ProcessHandle> tree = backend.descendants();
        assertFalse(tree.isEmpty());

        backend.kill();

        assertEquals(1006, client.closeReason().code());
        Awaitility.await().until(() -> tree.stream().noneMatch(ProcessHandle::isAlive));
        Awaitility.await().until(() -> scheduler.sweep().ended().contains(id));
        assertEquals(0, scheduler.sweep().backends());
    }

    /** Killed while it attacks its own sandbox: then it has directories in two places. */
    @Test
    void aKilledProcessLeavesNoDirectoryBehindOnceItIsStartedAgain(@TempDir Path temporary) {
        backend.close();
        ChildCommand command = ServiceCommand.of(
                        BackendMain.class, REDIS.uri(), "--slots", "1", "--self-test", "first", "--warm-start", "false")
                .withJvm("-Djava.io.tmpdir=" + temporary);
        backend = command.start();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> ours(temporary).size() == 2);
        backend.kill();
        assertEquals(2, ours(temporary).size(), () -> ours(temporary) + backend.printed());

        backend = command.start().awaitReady();
        backend.terminate();

        assertEquals(143, backend.exitCode());
        assertEquals(List.of(), ours(temporary));
    }

    private static List<Path> ours(Path temporary) {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("asyfleet-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTerminatedProcessFinishesWhatItRunsAndLeaves() {
        // A shell, because it runs for exactly as long as the test wants.
        String id = scheduler.dispatch(
                new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0), Map.of("main.asy", new byte[0]));
        BackendTaskClient client = connect(id);
        awaitRunning(client);

        backend.terminate();
        Awaitility.await().until(() -> scheduler.backends() == 1);
        client.send(new ClientMessage.Input("quit\n".getBytes(UTF_8)));

        assertTrue(client.complete().success(), client.complete().toString());
        assertEquals(143, backend.exitCode());
        assertEquals(0, scheduler.backends());
        assertEquals(List.of(id), scheduler.finished());
    }

    /** The kernel would break the lease after 45 seconds. */
    @Test
    void aTerminatedProcessEndsInTimeWhateverATaskDoesToItsFiles(@TempDir Path temporary) throws Exception {
        backend.close();
        backend = start("--drain-limit", "1s", "--sandbox", "none");
        // Asymptote starts the shell in place of TeX, with this argument.
        String program = "file f=output(\"\\scrollmode\"); write(f,\"exec perl lease.txt\"); close(f);"
                + "settings.texcommand=\"sh\"; label(\"x\",(0,0));";
        // Made when somebody waits for the picture: who waits might not be able to say anything any more.
        Path waiting = temporary.resolve("waiting");
        String lease = """
                $SIG{IO} = sub { open(my $waiting, '>', '%s') };
                open(my $picture, '+>', 'new.tmp');
                syswrite($picture, '<svg></svg>');
                fcntl($picture, 1024, 1) or die "no lease: $!";
                rename('new.tmp', 'out.svg');
                sleep 1 while 1;
                """.formatted(waiting);
        connect(scheduler.dispatch(
                new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0),
                Map.of("main.asy", program.getBytes(UTF_8), "lease.txt", lease.getBytes(UTF_8))));
        Awaitility.await().until(() -> Files.exists(waiting));

        backend.terminate();

        assertEquals(143, assertTimeoutPreemptively(Duration.ofSeconds(30), backend::exitCode));
        assertEquals(0, scheduler.backends());
    }

    /** Stopped as by a machine that swaps, or moves to another host, while the programs run on. */
    @Test
    void noProgramIsBlamedForAStopOfItsBackend() {
        backend.close();
        backend = start("--warm-start", "false"); // so that every asy is a task's
        Duration limit = Duration.ofSeconds(2);
        BackendTaskClient figure = connect(scheduler.dispatch("write(\"running\"); flush(stdout); sleep(1);" + FIGURE));
        BackendTaskClient endless = connect(scheduler.dispatch(ENDLESS));
        awaitRunning(figure);
        awaitRunning(endless);
        figure.send(ClientMessage.Options.timeout((int) limit.toMillis()));
        endless.send(ClientMessage.Options.timeout((int) limit.toMillis()));

        signal("STOP");
        Awaitility.await()
                .pollDelay(limit.plusMillis(1500))
                .until(() -> asymptotes().size() == 1);
        signal("CONT");

        assertTrue(figure.complete().success(), figure.complete().toString());
        assertEquals(EndCode.FLEET_FAULT, endless.complete().verdict().code(), "so that it runs again elsewhere");
    }

    private void signal(String name) {
        ChildCommand.of("kill", "-" + name, Long.toString(backend.pid())).run();
    }

    private BackendTaskClient connect(String id) {
        return BackendTaskClient.connect(THREADS, scheduler.address(id));
    }

    private void awaitRunning(BackendTaskClient client) {
        Awaitility.await().until(() -> !client.received().isEmpty());
        assertFalse(asymptotes().isEmpty());
    }

    /** Those that run a task: fork servers, and the copies that they put into cells, have another name while they wait. */
    private List<ProcessHandle> asymptotes() {
        return backend.descendants().stream()
                .filter(process -> nameOf(process).equals("asy"))
                .toList();
    }

    private static String nameOf(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "comm"))
                    .strip();
        } catch (IOException e) {
            return ""; // it has just ended
        }
    }
}
