package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other versions of Asymptote, of which only the answer to {@code --version} is there. */
@Tag("slow")
final class AsyVersionTest {

    @TempDir
    Path directory;

    private AsyVersion versionThatSays(String answer) throws IOException {
        Path fake = Files.writeString(directory.resolve("asy"), "#!/bin/sh\necho '" + answer + "' >&2\n");
        Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
        return AsyVersion.ask(fake.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "2.66, -noprc",
        "2.80, ''",
        "2.85, ''",
        "2.99, ''",
        "3.02, ''",
        "3.05, ''",
        "3.11, ''",
        "3.12, -novulkan",
        "3.20, -novulkan",
        "4.00, -novulkan"
    })
    void eachVersionGetsTheOptionsThatItNeeds(String version, String options) throws IOException {
        AsyVersion asked = versionThatSays("Asymptote version " + version + " [(C) 2004 Andy Hammerlindl]");
        assertEquals(version, asked.toString());
        assertEquals(options.isEmpty() ? List.of() : List.of(options), asked.options());
    }

    @Test
    void aVersionThatCannotBeReadIsTakenForTheUsualOne() throws IOException {
        assertEquals(AsyVersion.USUAL, versionThatSays("command not understood"));
        assertEquals(AsyVersion.USUAL, AsyVersion.ask("/nonexistent/asy"));
    }
}
