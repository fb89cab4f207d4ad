package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.backend.sandbox.Account;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A warm start by an ordinary user who has neither a name nor a home, as in a container with an arbitrary user. */
@Tag("slow")
final class UnnamedUserTest {

    private static final int USER = 54_321;

    private Path programs;

    @BeforeEach
    void makeDirectory() throws IOException {
        assumeTrue(Account.weAreRoot(), "only root can become somebody else");
        programs = Files.createTempDirectory("unnamed-user");
        Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void delete() throws IOException {
        if (programs != null) {
            CacheDirectory.delete(programs);
        }
        Path cache = CacheDirectory.defaultPath(USER, Optional.empty());
        if (Files.exists(cache)) {
            CacheDirectory.delete(cache);
        }
    }

    @Test
    void tasksAreWarmAndNothingIsSeenUnconfined() throws Exception {
        List<String> command = List.of(
                "setpriv",
                "--reuid=" + USER,
                "--regid=" + USER,
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-cp",
                copyClassPath(),
                Unnamed.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.directory(programs.toFile()).environment().clear();
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), said);
        assertTrue(said.endsWith("all is well\n"), said);
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

    /** What that user runs. */
    static final class Unnamed {

        public static void main(String[] arguments) throws Exception {
            try {
                EnteringCopyTest.open();
                EnteringCopyTest test = new EnteringCopyTest();
                test.noProcessOfACellIsEverSeenUnconfined();
                test.cellsAndServersShareNoDescriptor();
                test.aCopyWaitsForOneCallOnly();
                EnteringCopyTest.close();
                System.out.println("all is well");
                System.exit(0);
            } catch (Throwable e) {
                e.printStackTrace();
                System.exit(1);
            }
        }
    }
}
