package asyfleet.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs {@code ./asyfleet}, if asked to with a PATH of its own making: all programs of this machine but some, and
 * stand-ins for others. So a test can say what a machine lacks without taking it away from anybody.
 */
final class LauncherRun implements AutoCloseable {

    /** The end of a run, and all that it printed on both of its streams together. */
    record Outcome(int exitCode, String output) {}

    private static final int PATIENCE_SECONDS = 250;

    private final Path bin;
    private final ProcessBuilder builder = new ProcessBuilder().redirectErrorStream(true);

    /** @param bin a directory that does not exist yet, for the programs on the PATH if they are to be other than usual */
    LauncherRun(Path bin) {
        this.bin = bin;
        builder.directory(bin.getParent().toFile());
    }

    LauncherRun without(String... programs) {
        usePathOfItsOwn();
        Arrays.stream(programs).forEach(program -> change(() -> Files.deleteIfExists(bin.resolve(program))));
        return this;
    }

    LauncherRun withProgram(String name, String script) {
        without(name);
        Path file = bin.resolve(name);
        change(() -> Files.writeString(file, "#!/bin/sh\n" + script + "\n"));
        if (!file.toFile().setExecutable(true)) {
            throw new IllegalStateException("cannot make " + file + " executable");
        }
        return this;
    }

    LauncherRun withEnvironment(String name, String value) {
        builder.environment().put(name, value);
        return this;
    }

    Outcome run(String... arguments) {
        return runFile(Repository.root().resolve("asyfleet"), arguments);
    }

    /** Runs the launcher under another name, such as a symbolic link to it. */
    Outcome runFile(Path launcher, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(launcher.toString());
        command.addAll(List.of(arguments));
        try {
            // Into a file: reading from a program that never ends would never end either.
            Path output = Files.createTempFile(bin.getParent(), "output", "");
            Process process =
                    builder.command(command).redirectOutput(output.toFile()).start();
            try {
                process.getOutputStream().close();
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("still running: " + command + "\n" + Files.readString(output));
                }
                return new Outcome(process.exitValue(), Files.readString(output));
            } finally {
                process.destroyForcibly(); // if the patience of this or of the test is over
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes the links: JUnit would warn about each of them that leads out of its directory. */
    @Override
    public void close() {
        if (Files.exists(bin)) {
            Repository.files(bin, "").stream().filter(file -> !file.equals(bin)).forEach(LauncherRun::delete);
        }
    }

    private static void delete(Path file) {
        change(() -> Files.delete(file));
    }

    private void usePathOfItsOwn() {
        if (!Files.exists(bin)) {
            change(() -> Files.createDirectory(bin));
            Stream.of("/usr/sbin", "/usr/bin").map(Path::of).forEach(this::linkAll);
            builder.environment().put("PATH", bin.toString());
        }
    }

    private void linkAll(Path directory) {
        try (Stream<Path> programs = Files.list(directory)) {
            for (Path program : programs.toList()) {
                Path link = bin.resolve(program.getFileName());
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, program);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface FileChange {
        void make() throws IOException;
    }

    private static void change(FileChange change) {
        try {
            change.make();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
