package asyfleet.protocol.task.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SeedErrorsTest {

    @Test
    void theTextsAreThoseThatClientsLookFor() {
        assertEquals("Execution aborted due to the time limit (3000ms)", SeedErrors.timeLimit(3000));
        assertEquals("Execution aborted due to the output limit (1048576B)", SeedErrors.outputLimit(1048576));
        assertEquals("Execution failed with code -1", SeedErrors.exitCode(-1));
        assertEquals("No image output", SeedErrors.NO_IMAGE);
    }
}
