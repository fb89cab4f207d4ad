package asyfleet.lab.chaos.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {

    @TempDir
    Path out;

    @Test
    void theNextRunFindsNoDataOfTheOneBefore() throws Exception {
        Path root = out.resolve("fleet1");
        RunDirectory.prepare(root);
        Path data = new RunDirectory(root).of("redis").resolve("appendonly.aof");
        Files.writeString(data, "SET queue old");

        RunDirectory.prepare(root);

        assertFalse(Files.exists(data));
        RunDirectory.prepare(root);
    }

    @Test
    void whatNoRunMadeIsRefusedAndKept() throws Exception {
        Path file = out.resolve("thesis.tex");
        Files.writeString(file, "years");

        StartFailure refused = assertThrows(StartFailure.class, () -> RunDirectory.prepare(out));

        assertTrue(refused.getMessage().startsWith(out + " holds files"), refused::getMessage);
        assertEquals("years", Files.readString(file));
    }
}
