package asyfleet.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The choice what to do without a program that a test needs. The test is skipped, and says what is missing. With the
 * variable {@code ASYFLEET_TEST_<NAME>=required} it fails, so that a whole run never leaves it out unnoticed.
 */
public final class NeededTools {

    private NeededTools() {}

    /**
     * The program, or no test.
     *
     * @param name as in the variable, for example {@code BROWSER}
     * @param lacking what is missing, and what is not tested without it
     */
    public static <T> T need(String name, Optional<T> found, String lacking) {
        return need(found, lacking, System.getenv("ASYFLEET_TEST_" + name));
    }

    /** The program of this name that a shell would start. */
    public static Optional<Path> onPath(String program) {
        return onPath(program, System.getenv().getOrDefault("PATH", ""));
    }

    static Optional<Path> onPath(String program, String path) {
        return Stream.of(path.split(":"))
                .map(directory -> Path.of(directory, program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    static <T> T need(Optional<T> found, String lacking, String wish) {
        if (found.isEmpty() && "required".equals(wish)) {
            throw new AssertionError(lacking);
        }
        Assumptions.assumeTrue(found.isPresent(), lacking);
        return found.get();
    }
}
