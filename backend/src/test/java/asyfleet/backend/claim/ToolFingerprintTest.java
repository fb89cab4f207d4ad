package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolFingerprintTest {

    @TempDir
    Path directory;

    @Test
    void theSameProgramsHaveTheSameFingerprint() {
        assertEquals(ToolFingerprint.ofThisMachine(List.of()), ToolFingerprint.ofThisMachine(List.of()));
    }

    @Test
    void theVersionOfAsymptoteIsInAFileAndAMachineWithoutItHasNone() throws IOException {
        Path file = Files.writeString(directory.resolve("version.asy"), "string VERSION=\"2.85\";\n");

        assertEquals("2.85", ToolFingerprint.asymptoteVersion(file));
        assertEquals("unknown", ToolFingerprint.asymptoteVersion(directory.resolve("missing")));
    }

    @Test
    void aProgramThatChangesOrGoesChangesTheFingerprint() throws IOException {
        Path program = directory.resolve("asy");
        String missing = ToolFingerprint.of(List.of(program), List.of());
        Files.writeString(program, "1");
        String first = ToolFingerprint.of(List.of(program), List.of());
        Files.writeString(program, "1.1");
        String second = ToolFingerprint.of(List.of(program), List.of());

        assertNotEquals(missing, first);
        assertNotEquals(first, second);
    }

    @Test
    void modulesCountByTheirContentsNotByTheirTime() throws IOException {
        Path module = Files.writeString(directory.resolve("olympiad.asy"), "int a;");
        String first = ToolFingerprint.of(List.of(), List.of(directory));
        Files.setLastModifiedTime(module, FileTime.fromMillis(0));
        String later = ToolFingerprint.of(List.of(), List.of(directory));
        Files.writeString(module, "int b;");
        String changed = ToolFingerprint.of(List.of(), List.of(directory));

        assertEquals(first, later);
        assertNotEquals(first, changed);
        assertNotEquals(first, ToolFingerprint.of(List.of(), List.of()));
    }
}
