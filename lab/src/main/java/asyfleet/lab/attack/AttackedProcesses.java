package asyfleet.lab.attack;

import asyfleet.config.OpenParts;
import asyfleet.lab.bench.fleet.LocalFleet;
import asyfleet.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A fleet of separate processes that is started to be attacked: with small limits, so that little harm is much, and little
 * time long. Used by one thread.
 */
final class AttackedProcesses implements AutoCloseable {

    static final int MEMORY_MEGABYTES = 256;
    static final int QUEUE_SIZE = 40;

    /** Far above what a queue server with this heap needs, and far below what it would take if nothing bounded it. */
    private static final int SERVER_HEAP_MEGABYTES = 192;

    /** Each slot has a cell, also at rest: that of its next task. */
    private static final int SLOTS = 2;

    private static final long SERVER_MEGABYTES = 480;

    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final Duration LONG_LIMIT = Duration.ofSeconds(4);
    private static final Duration IDLE_LIMIT = Duration.ofSeconds(2);
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(8);

    private final OpenParts parts;
    private final Path directory = temporaryDirectory();
    private final String secret = UUID.randomUUID().toString();
    private final ChildProcess backend;
    private final ChildProcess queueServer;
    private long filesAtRest;

    private AttackedProcesses(OpenParts parts) {
        this.parts = parts;
        parts.opened(this::removeDirectory);
        LocalFleet fleet = parts.opened(LocalFleet.create());
        fleet.scheduler(Map.of("ASYFLEET_LEVELS", "1s=100%,4s=100%"));
        this.backend = fleet.backend(Map.of(
                "ASYFLEET_SLOTS",
                String.valueOf(SLOTS),
                "ASYFLEET_STATE_DIR",
                directory.resolve("state").toString(),
                "ASYFLEET_MEMORY_LIMIT",
                MEMORY_MEGABYTES + "m",
                "ATTACK_SECRET",
                secret));
        this.queueServer = fleet.queueServer(Map.of(
                "ASYFLEET_TIMEOUTS", "1s,4s",
                "ASYFLEET_IDLE_TIMEOUT", "2s",
                "ASYFLEET_STALL_TIMEOUT", "2s",
                "ASYFLEET_UPLOAD_IDLE", "2s",
                "ASYFLEET_PING_INTERVAL", "2s",
                "MAX_QUEUE_SIZE", String.valueOf(QUEUE_SIZE),
                "JDK_JAVA_OPTIONS", "-Xmx" + SERVER_HEAP_MEGABYTES + "m"));
    }

    static AttackedProcesses start() {
        return OpenParts.start(AttackedProcesses::new);
    }

    TargetFleet target() {
        return TargetFleet.of(queueServer.address(), LIMIT, LONG_LIMIT, IDLE_LIMIT, Optional.of(this));
    }

    String secret() {
        return secret;
    }

    /** To be called while no task runs: later, what is more than now was left behind. */
    void rememberRest() {
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        filesAtRest = files();
    }

    /** Waits a while for the ends of what has just run. */
    Seen leftovers() {
        long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
        while (System.nanoTime() < deadline && (cells() > SLOTS || files() > filesAtRest)) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        long more = cells() - SLOTS;
        long moreFiles = files() - filesAtRest;
        return more > 0 || moreFiles > 0
                ? Seen.broken(more + " cells and " + moreFiles + " files left behind")
                : Seen.held("nothing left behind");
    }

    /** Memory of the queue server, against its bound. */
    Seen serverMemory() {
        long megabytes = residentMegabytes(queueServer.pid());
        return new Seen(megabytes < SERVER_MEGABYTES, "queue server at " + megabytes + " MB");
    }

    /**
     * The PID namespaces below the backend that have a process. Processes themselves are no measure: how many fork servers and
     * copies of them wait depends on the tasks so far.
     */
    private long cells() {
        Optional<String> own = pidNamespace(backend.pid());
        return ProcessHandle.of(backend.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .flatMap(process -> pidNamespace(process.pid()).stream())
                .filter(namespace -> !own.equals(Optional.of(namespace)))
                .distinct()
                .count();
    }

    /** Empty if the process has ended. */
    private static Optional<String> pidNamespace(long pid) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/pid")).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private long files() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.count();
        } catch (IOException | UncheckedIOException e) {
            // Something went away meanwhile: the next look counts it right.
            return Long.MAX_VALUE;
        }
    }

    private static long residentMegabytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException("the queue server is gone", e);
        }
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("asyfleet-attack");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void removeDirectory() throws IOException {
        Files.deleteIfExists(directory.resolve("state"));
        Files.delete(directory);
    }

    @Override
    public void close() {
        parts.close();
    }
}
