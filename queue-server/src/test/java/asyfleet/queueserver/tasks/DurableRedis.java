package asyfleet.queueserver.tasks;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.TestQueueServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A {@code redis-server} that keeps its data as it is told to, and that can be killed, also with the power of its machine. */
final class DurableRedis implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("(Ready to accept connections)");
    private static final String SYNCED = ".synced";

    private final Path directory;
    private final int port;
    private final List<String> options;
    private ChildProcess process;

    private DurableRedis(Path directory, List<String> options) throws IOException {
        this.directory = directory;
        this.options = List.copyOf(options);
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        startAgain();
    }

    /** Starts it in an empty directory, and waits until it answers. */
    static DurableRedis start(Path directory, String... options) throws IOException {
        return new DurableRedis(directory, List.of(options));
    }

    /** Whether there are the programs for it: a {@code redis-server} and a C compiler. */
    static boolean isPossible() {
        return Stream.of("redis-server", "cc").allMatch(program -> Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program))));
    }

    int port() {
        return port;
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** A queue server of this process that uses it. */
    QueueServer queueServer(String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.addAll(List.of("--port=0", "--lease=2s", "--drain-limit=200ms", "--redis=" + uri()));
        return TestQueueServer.start(all);
    }

    /** With the data that is left. */
    void startAgain() throws IOException {
        List<String> command = new ArrayList<>(List.of("redis-server", "--port", String.valueOf(port)));
        command.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--dir", directory.toString()));
        command.addAll(options);
        process = ChildCommand.of(command.toArray(String[]::new))
                .with("LD_PRELOAD", library().toString())
                .start();
        process.await(READY);
    }

    private Path library() throws IOException {
        Path library = directory.resolve("synced.so");
        if (Files.notExists(library)) {
            Path source = directory.resolve("synced.c");
            try (InputStream text = DurableRedis.class.getResourceAsStream("synced.c")) {
                Files.copy(text, source);
            }
            ChildCommand.of("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                    .run();
        }
        return library;
    }

    /** Its process dies; what it gave to the system is there. */
    void kill() {
        process.kill();
    }

    /** Its machine loses its power: what has not reached the disk is gone. */
    void losePower() throws IOException {
        kill();
        for (Path log : logs()) {
            try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
                file.setLength(Math.min(file.length(), synced(log)));
            }
        }
    }

    /** Whether all that it wrote has reached the disk. */
    boolean isSynced() throws IOException {
        for (Path log : logs()) {
            if (synced(log) < Files.size(log)) {
                return false;
            }
        }
        return true;
    }

    private static long synced(Path log) throws IOException {
        Path note = log.resolveSibling(log.getFileName() + SYNCED);
        return Files.exists(note) ? Long.parseLong(Files.readString(note)) : 0;
    }

    private List<Path> logs() throws IOException {
        Path logs = directory.resolve("appendonlydir");
        if (Files.notExists(logs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(logs)) {
            return files.filter(file -> file.toString().endsWith(".incr.aof")).toList();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
