package asyfleet.fleet;

import asyfleet.repository.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** {@code ./asyfleet up} on the jars as they were packaged, with a temporary directory of its own to look into. */
final class Up implements AutoCloseable {

    private static final String READY = "ready ";
    private static final Duration READY_WITHIN = Duration.ofMinutes(3);

    private final Process process;
    private final Path directory;

    /** @param directory an empty one; the program's temporary files go to a directory in it */
    Up(Path directory, String... arguments) throws IOException {
        this.directory = directory;
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        // With SIGINT as usual: a test run in the background of a shell ignores it, and so would all that it starts.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", "setsid"));
        command.addAll(List.of(Repository.root().resolve("asyfleet").toString(), "--no-build", "up"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("stdout").toFile())
                .redirectError(directory.resolve("stderr").toFile());
        builder.environment().put("TMPDIR", temporary.toString());
        builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
        builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        process = builder.start();
    }

    Up awaitReady() {
        Awaitility.await("ready")
                .atMost(READY_WITHIN)
                .failFast(this::requireAlive)
                .until(() -> readyLine().isPresent());
        return this;
    }

    private void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("ended before it was ready: " + complaints());
        }
    }

    private Optional<String> readyLine() throws IOException {
        return printed().stream().filter(line -> line.startsWith(READY)).findFirst();
    }

    URI url() throws IOException {
        return URI.create(readyLine().orElseThrow().substring(READY.length()));
    }

    /** Everything on stdout so far. */
    List<String> printed() throws IOException {
        return Files.readAllLines(directory.resolve("stdout"));
    }

    /** The lines of stderr, without the JVM's own note that it was given options. */
    List<String> complaints() throws IOException {
        return Files.readAllLines(directory.resolve("stderr")).stream()
                .filter(line -> !line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS"))
                .toList();
    }

    /** The answer of {@code ./asyfleet explain} about it. @param state where the launcher looks for the data of fleets */
    String explain(Path state) throws IOException, InterruptedException {
        Path answer = directory.resolve("explained");
        ProcessBuilder builder = new ProcessBuilder(
                        Repository.root().resolve("asyfleet").toString(), "--no-build", "explain")
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile());
        builder.environment().put("XDG_STATE_HOME", state.toString());
        builder.start().waitFor();
        return Files.readString(answer);
    }

    /** The processes that it started and that are alive now. */
    List<ProcessHandle> children() {
        return process.descendants().filter(ProcessHandle::isAlive).toList();
    }

    List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("tmp"))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("hsperfdata"))
                    .toList();
        }
    }

    void terminate() {
        process.destroy();
    }

    /** As Ctrl-C at a terminal does: all processes of the group get the signal. Its group is its own, by setsid. */
    void interrupt() throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-INT", "--", "-" + process.pid())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("kill ended with code " + code);
        }
    }

    void kill() {
        process.destroyForcibly();
    }

    int awaitExitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("still running");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
