package asyfleet.standalone;

import asyfleet.config.StartFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Redis of this process's own: on the loopback interface, with a password that only this process knows, and gone when
 * this process is gone, however that ends. It writes each change to a file (AOF) in a directory of its own, and reads that
 * when it is started again. One that is still ending after its process was killed holds a lock on the directory, for which
 * the next one waits.
 *
 * <p>One thread, the keeper, starts the program and reads what it prints until the end. It must be one thread for the
 * whole time: the kernel sends the signal that {@code setpriv --pdeathsig} asks for when the <em>thread</em> that started
 * the child ends. The program gets a session of its own, so that Ctrl-C at the terminal reaches this process only, and
 * the services can still finish what they accepted.
 *
 * <p>Redis's own readiness line is awaited instead of probing the port: nothing is polled, and a program that ends early
 * is noticed at once. Settings go in through stdin, because other users can see a command line, and its password.
 */
final class EmbeddedRedis implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedis.class);

    private static final String READY = "Ready to accept connections";
    private static final int START_SECONDS = 60;
    private static final int STOP_SECONDS = 5;
    private static final String LOCK_SECONDS = "3";

    /** The name of the file by which others find it. */
    private static final String SETTINGS = "fleet.conf";

    /** Somebody may take the free port between our look and Redis's start. */
    private static final int TRIES = 3;

    private final int port = freePort();
    private final String password = randomPassword();

    /** Completed by the keeper: with the program once it runs, or with why it could not be started. */
    private final CompletableFuture<Process> program = new CompletableFuture<>();

    /** Completed by the keeper: when the program accepts connections, or with what it said when it ended before. */
    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    /** Volatile: set by {@link #close}, and read by the keeper to tell an end that was asked for from a crash. */
    private volatile boolean closing;

    private final Path data;

    /** The file that this one wrote. */
    private Optional<Path> settings = Optional.empty();

    private EmbeddedRedis(RedisBinary binary, Path data) {
        this.data = data;
        Thread keeper = new Thread(() -> keep(binary), "redis-keeper");
        keeper.setDaemon(true);
        keeper.start();
    }

    /** Returns when the Redis accepts connections; throws {@link StartFailure} if it does not come to that. */
    static EmbeddedRedis start(Path data) {
        try (RedisBinary binary = RedisBinary.find()) {
            return start(binary, data);
        }
    }

    static EmbeddedRedis start(RedisBinary binary, Path data) {
        for (int attempt = 1; ; attempt++) {
            EmbeddedRedis redis = new EmbeddedRedis(binary, data);
            try {
                redis.awaitReady();
                redis.writeSettings();
                return redis;
            } catch (StartFailure e) {
                redis.close();
                if (attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    String uri() {
        return "redis://:" + password + "@127.0.0.1:" + port;
    }

    /** For programs of the same user that look at the fleet, as a file for their {@code --config}; it has the password. */
    private void writeSettings() {
        Path file = data.resolve(SETTINGS);
        try {
            Files.deleteIfExists(file); // of one that was killed
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, "redis = " + uri() + "\n");
            settings = Optional.of(file);
        } catch (IOException e) {
            throw new StartFailure("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private void awaitReady() {
        try {
            ready.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new StartFailure(
                    "redis-server did not start: " + e.getCause().getMessage() + " (its data: " + data + ")", e);
        } catch (TimeoutException e) {
            throw new StartFailure("redis-server did not accept connections within " + START_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while redis-server was starting", e);
        }
    }

    private void keep(RedisBinary binary) {
        try {
            Process process = new ProcessBuilder(command(binary))
                    .redirectErrorStream(true)
                    .start();
            program.complete(process);
            configure(process);
            String lastWords = readUntilItEnds(process);
            boolean neverReady = ready.completeExceptionally(new IOException(lastWords));
            if (!neverReady && !closing) {
                LOG.error(
                        "redis-server ended by itself, nothing can be rendered any more last_words=\"{}\"", lastWords);
            }
        } catch (IOException e) {
            program.completeExceptionally(e);
            ready.completeExceptionally(e);
        }
    }

    private String readUntilItEnds(Process process) throws IOException {
        String last = "it printed nothing";
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                last = line.strip().isEmpty() ? last : line.strip();
                if (line.contains(READY)) {
                    ready.complete(null);
                }
            }
        }
        return last;
    }

    private void configure(Process process) throws IOException {
        String settings = String.join(
                "\n",
                "bind 127.0.0.1",
                "port " + port,
                "requirepass " + password,
                "save \"\"",
                "appendonly yes",
                "appendfsync everysec",
                "dir \"" + data.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"",
                "");
        try (OutputStream input = process.getOutputStream()) {
            input.write(settings.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Where there is no {@code setpriv}, as on a Mac, only {@link #close} ends the program. */
    private List<String> command(RedisBinary binary) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setpriv")) && Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            command.addAll(List.of("/usr/bin/setpriv", "--pdeathsig", "TERM", "/usr/bin/setsid"));
        }
        if (Files.isExecutable(Path.of("/usr/bin/flock"))) {
            String lock = data.resolve("lock").toString();
            command.addAll(List.of("/usr/bin/flock", "--verbose", "--no-fork", "--wait", LOCK_SECONDS, lock));
        }
        command.addAll(List.of(binary.command(), "-"));
        return command;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new StartFailure("no free port for Redis on the loopback interface: " + e.getMessage(), e);
        }
    }

    private static String randomPassword() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Waits until the program is gone. */
    @Override
    public void close() {
        closing = true;
        settings.ifPresent(file -> file.toFile().delete()); // it is of no use any more
        program.thenAccept(EmbeddedRedis::end);
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
