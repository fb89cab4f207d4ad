package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Confinement;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One program that waits at its gate, outside the cells, and puts a copy of itself into each cell that it is told. It runs
 * as the user that cells belong to, for as long as its standard input is open: when this process ends, however it does, so
 * does the server. Its two pipes to us are all that it is reached by; serve.c has the other side.
 */
final class ForkServer implements AutoCloseable {

    private static final int START_SECONDS = 20;
    private static final byte[] READY = "ready\n".getBytes(StandardCharsets.US_ASCII);
    private static final int COMPLAINT_BYTES = 1024;
    private static final int ENTER_SECONDS = 5;
    private static final int ENTERED = '+';
    private static final int INSTRUCTION_BYTES = 8;

    /**
     * The parts that all servers have in common.
     *
     * @param library makes a fork server of the program that loads it
     */
    record Host(Confinement confinement, Path library) {}

    private final Process process;

    private ForkServer(Process process) {
        this.process = process;
    }

    /** Blocks until the program waits. */
    static ForkServer start(ServerSpec spec, Host host) throws IOException {
        Process process = spawn(command(spec, host), host.confinement().environment());
        try {
            tellConfinement(process, host.confinement());
            awaitReady(process);
            return new ForkServer(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw new IOException(
                    spec.arguments() + " does not come to wait for " + spec.gate() + ": " + e.getMessage(), e);
        }
    }

    /** By the pipe: in a file, somebody else could change it. */
    private static void tellConfinement(Process process, Confinement confinement) throws IOException {
        byte[] filter = confinement.filter();
        ByteBuffer told = ByteBuffer.allocate(2 * Integer.BYTES + filter.length).order(ByteOrder.nativeOrder());
        told.putInt(confinement.processes()).putInt(filter.length / INSTRUCTION_BYTES);
        process.getOutputStream().write(told.put(filter).array());
        process.getOutputStream().flush();
    }

    private static List<String> command(ServerSpec spec, Host host) {
        Confinement confinement = host.confinement();
        List<String> command = new ArrayList<>(confinement.command());
        // By env, or the programs before it would be made to wait themselves.
        command.addAll(List.of(
                "env",
                "LD_PRELOAD=" + host.library(),
                "ASYFLEET_GATE=" + spec.gate(),
                "ASYFLEET_ADDRESS=" + spec.address(),
                "ASYFLEET_DIRECTORY=" + confinement.directory(),
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
        if (!Arrays.equals(read(process, READY.length, START_SECONDS), READY)) {
            byte[] complaint = process.getErrorStream().readNBytes(COMPLAINT_BYTES);
            throw new IOException("it ended, saying '" + new String(complaint, StandardCharsets.UTF_8).strip() + "'");
        }
    }

    /** Fewer bytes if it ends before. One that takes longer is killed. */
    private static byte[] read(Process process, int bytes, int seconds) throws IOException {
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS));
        try {
            return process.getInputStream().readNBytes(bytes);
        } finally {
            deadline.cancel(false);
        }
    }

    /**
     * Puts a copy into a cell in which nothing of a task runs yet. Blocks for some ms, one caller after the other; from
     * any thread.
     *
     * @param firstProcess of the cell
     * @return whether the copy waits there now
     */
    synchronized boolean enter(long firstProcess) {
        try {
            OutputStream requests = process.getOutputStream();
            requests.write(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putInt(Math.toIntExact(firstProcess))
                    .array());
            requests.flush();
            byte[] answer = read(process, 1, ENTER_SECONDS);
            return answer.length == 1 && answer[0] == ENTERED;
        } catch (IOException ended) {
            return false;
        }
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /** Completes when it has ended, for whatever reason. */
    CompletableFuture<Void> ended() {
        return process.onExit().thenAccept(gone -> {});
    }

    /** Lets it end. Copies that it has made go on. */
    @Override
    public synchronized void close() {
        try {
            process.getOutputStream().close();
            process.getInputStream().close();
            process.getErrorStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
