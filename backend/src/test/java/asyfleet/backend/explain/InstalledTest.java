package asyfleet.backend.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names that we read in the files of the installed Asymptote, compared with what it says itself. */
@Tag("slow")
final class InstalledTest {

    private static final Installed INSTALLED = Installed.read(List.of());

    @Test
    void theNamesThatEveryProgramHasAreKnown() {
        assertTrue(INSTALLED.builtIn().containsAll(Set.of("draw", "unitcircle", "sin", "write", "label", "red")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"graph", "graph3", "geometry", "math", "palette", "contour", "markers", "three", "solids"})
    void aNameThatWeSayIsInAModuleIsThere(String module, @TempDir Path directory) throws IOException {
        Set<String> names = INSTALLED.modules().namesOf(Set.of(module));
        assertTrue(names.size() > 5);
        Path file = directory.resolve("main.asy");
        Files.writeString(file, "from " + module + " access " + String.join(",\n", names) + ";");
        Process asy = new ProcessBuilder("asy", "-noV", "-config=", file.toString())
                .redirectErrorStream(true)
                .start();
        assertEquals("", new String(asy.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
}
