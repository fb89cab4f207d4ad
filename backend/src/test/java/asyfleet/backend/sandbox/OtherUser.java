package asyfleet.backend.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.process.ChildCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An ordinary user who has neither a name nor a home, and runs programs of the test's class path. Needs root. */
public final class OtherUser implements AutoCloseable {

    public static final int USER = 54_321;

    private final Path programs;

    private OtherUser(Path programs) {
        this.programs = programs;
    }

    public static OtherUser create() throws IOException {
        assumeTrue(Account.weAreRoot(), "only root can become somebody else");
        Path programs = Files.createTempDirectory("other-user");
        Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new OtherUser(programs);
    }

    /** Runs a main program to its end, which must be a good one. */
    public void run(Class<?> main) throws IOException, InterruptedException {
        List<String> command = List.of(
                "setpriv",
                "--reuid=" + USER,
                "--regid=" + USER,
                "--clear-groups",
                ChildCommand.jdk("java"),
                "-ea",
                "-cp",
                copyClassPath(),
                main.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.directory(programs.toFile()).environment().clear();
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), said);
    }

    /** Where another user can read it. */
    private String copyClassPath() throws IOException {
        List<String> copies = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":")) {
            Path source = Path.of(entry);
            if (Files.exists(source)) {
                Path copy = programs.resolve(Integer.toString(copies.size()));
                copyTree(source, copy);
                copies.add(copy.toString());
            }
        }
        return String.join(":", copies);
    }

    private static void copyTree(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(source.relativize(file).toString()));
            }
        }
    }

    @Override
    public void close() throws IOException {
        StateDirectory.delete(programs);
    }
}
