package asyfleet.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class NeededToolsTest {

    @Test
    void aToolThatIsThereIsUsed() {
        assertEquals("tool", NeededTools.need(Optional.of("tool"), "no tool", "required"));
        assertEquals("tool", NeededTools.need(Optional.of("tool"), "no tool", null));
    }

    @Test
    void aTestWithoutItsToolIsSkippedUnlessTheToolIsRequired() {
        assertThrows(TestAbortedException.class, () -> NeededTools.need(Optional.empty(), "no tool", null));
        assertThrows(AssertionError.class, () -> NeededTools.need(Optional.empty(), "no tool", "required"));
    }

    @Test
    void aProgramIsTheFirstOfThePathThatCanBeStarted(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("a/tool"));
        program(directory.resolve("b/tool"), "rw-r--r--");
        Path tool = program(directory.resolve("c/tool"), "rwxr-xr-x");
        program(directory.resolve("d/tool"), "rwxr-xr-x");

        String path = "%1$s/a:%1$s/b:%1$s/none:%1$s/c:%1$s/d".formatted(directory);
        assertEquals(Optional.of(tool), NeededTools.onPath("tool", path));
        assertEquals(Optional.empty(), NeededTools.onPath("other", path));
    }

    private static Path program(Path file, String permissions) throws IOException {
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
