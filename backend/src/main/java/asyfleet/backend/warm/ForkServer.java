package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Confinement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One program that waits at its gate. It lives outside the cells, as the user that cells belong to, for as long as its
 * standard input is open: when this process ends, however it does, so does the server.
 */
final class ForkServer implements AutoCloseable {

    private static final int START_SECONDS = 20;
    private static final byte[] READY = "ready\n".getBytes(StandardCharsets.US_ASCII);
    private static final int COMPLAINT_BYTES = 1024;

    /**
     * What all servers have in common.
     *
     * @param library makes a fork server of the program that loads it
     * @param sockets where servers can be found; tasks see this directory
     */
    record Host(Confinement confinement, Path library, Sockets sockets) {}

    private final Process process;

    private ForkServer(Process process) {
        this.process = process;
    }

    /** Blocks until the program waits, and only then lets tasks find it, in the place of one that was there before. */
    static ForkServer start(ServerSpec spec, Host host) throws IOException {
        Path socket = host.sockets().of(spec);
        Path unannounced = socket.resolveSibling(socket.getFileName() + ".new");
        Files.deleteIfExists(unannounced);
        Process process =
                spawn(command(spec, host, unannounced), host.confinement().environment());
        try {
            awaitReady(process);
            Files.move(unannounced, socket, StandardCopyOption.ATOMIC_MOVE);
            return new ForkServer(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw new IOException(
                    spec.arguments() + " does not come to wait for " + spec.gate() + ": " + e.getMessage(), e);
        }
    }

    private static List<String> command(ServerSpec spec, Host host, Path socket) {
        Confinement confinement = host.confinement();
        List<String> command = new ArrayList<>(confinement.command());
        // By env, or the programs before it would be made to wait themselves.
        command.addAll(List.of(
                "env",
                "LD_PRELOAD=" + host.library(),
                "ASYFLEET_GATE=" + spec.gate(),
                "ASYFLEET_SOCKET=" + socket,
                "ASYFLEET_DIRECTORY=" + confinement.directory(),
                "ASYFLEET_FILTER=" + host.sockets().filter(),
                "ASYFLEET_PROCESSES=" + confinement.processes(),
                // Asymptote's garbage collector would start threads, and only one thread gets into a copy.
                "GC_MARKERS=1",
                // As the shell that starts programs in a cell sets it.
                "PWD=" + confinement.directory(),
                // There is no time zone in a cell.
                "TZ=UTC0",
                "/usr/bin/" + spec.program()));
        command.addAll(spec.arguments().subList(1, spec.arguments().size()));
        return command;
    }

    private static Process spawn(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(Path.of("/").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static void awaitReady(Process process) throws IOException {
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(START_SECONDS, TimeUnit.SECONDS));
        try {
            if (!Arrays.equals(process.getInputStream().readNBytes(READY.length), READY)) {
                byte[] complaint = process.getErrorStream().readNBytes(COMPLAINT_BYTES);
                throw new IOException(
                        "it ended, saying '" + new String(complaint, StandardCharsets.UTF_8).strip() + "'");
            }
        } finally {
            deadline.cancel(false);
        }
    }

    /** Completes when it has ended, for whatever reason. */
    CompletableFuture<Void> ended() {
        return process.onExit().thenAccept(gone -> {});
    }

    /** Lets it end. Copies that it has made go on. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.getInputStream().close();
            process.getErrorStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
