package asyfleet.backend.claim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the test's class path in a process of its own. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;

    private ChildJvm(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits for it. */
    String nextLine() throws IOException {
        return out.readLine();
    }

    /** Everything it has started and that still lives. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    boolean isParentOf(ProcessHandle other) {
        return other.parent().filter(process.toHandle()::equals).isPresent();
    }

    /** Waits for it to end by itself. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** SIGKILL, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
