package asyfleet.fleet;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A Redis, a Sentinel or a Valkey in a process of its own, with the options that a test is about. */
record RedisProcess(ChildProcess process, int port, List<String> command) implements AutoCloseable {

    static final String HOST = "127.0.0.1";
    private static final Pattern READY = Pattern.compile("(Ready to accept connections|Sentinel ID is)");

    /** On a free port; without a file, unless the options say otherwise. */
    static RedisProcess start(String program, Path directory, String... options) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(program, "--port", String.valueOf(port), "--bind", HOST));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", directory.toString()));
        command.addAll(List.of(options));
        return begun(command, port);
    }

    /** One that accepts TLS alone. */
    static RedisProcess startWithTls(String program, Path directory, Path certificate, Path key, String... options)
            throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(program, "--port", "0", "--bind", HOST));
        command.addAll(List.of("--tls-port", String.valueOf(port), "--tls-auth-clients", "no"));
        command.addAll(List.of("--tls-cert-file", certificate.toString(), "--tls-key-file", key.toString()));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", directory.toString()));
        command.addAll(List.of(options));
        return begun(command, port);
    }

    /** The programs that can be the Redis of a fleet. */
    static List<String> programs() {
        return List.of("redis-server", "valkey-server");
    }

    /** One of three that watch a master. @param options lines of its file */
    static RedisProcess startSentinel(String program, Path directory, String name, int master, String... options)
            throws IOException {
        int port = freePort();
        Path file = directory.resolve("sentinel.conf");
        List<String> lines = new ArrayList<>(List.of(
                "port " + port,
                "bind " + HOST,
                "dir \"" + directory + "\"",
                "sentinel monitor " + name + " " + HOST + " " + master + " 2",
                "sentinel down-after-milliseconds " + name + " 1000",
                "sentinel failover-timeout " + name + " 6000"));
        lines.addAll(List.of(options));
        Files.write(file, lines);
        return begun(List.of(program, file.toString(), "--sentinel"), port);
    }

    private static RedisProcess begun(List<String> command, int port) {
        ChildProcess process = ChildCommand.of(command.toArray(String[]::new)).start();
        process.await(READY);
        return new RedisProcess(process, port, command);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    static void assumeThere(String program) {
        Assumptions.assumeTrue(isThere(program), () -> "no " + program + " here: no fleet is tried on it");
    }

    static boolean isThere(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    String uri() {
        return "redis://" + HOST + ":" + port;
    }

    /** Another one in place of one that was killed, with the data that is left. */
    RedisProcess startAgain() {
        return begun(command, port);
    }

    /** SIGKILL. */
    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        kill();
    }
}
