package asyfleet.queueserver.access;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import asyfleet.fuzz.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Any file gives tokens or a {@link StartFailure} that repeats nothing of a line. */
class TokenFileFuzzTest extends FuzzTest {

    private static final String PART_OF_A_TOKEN = "s3cr3t";

    private final Path file;

    TokenFileFuzzTest() throws IOException {
        file = Files.createTempFile("tokens", "");
        file.toFile().deleteOnExit();
    }

    @Override
    protected void check(byte[] input) throws IOException {
        Files.write(file, input);
        try {
            assertTrue(TokenFile.open(Optional.of(file)).areRequired());
        } catch (StartFailure failure) {
            assertFalse(failure.getMessage().contains(PART_OF_A_TOKEN), failure.getMessage());
        }
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "# tokens\nbuild s3cr3t0123456789abcdef\n\ndeploy\ts3cr3tfedcba9876543210\n",
                "build s3cr3t",
                "build s3cr3t0123456789abcdef\r\nbuild s3cr3t0123456789abcdee",
                "\u00ff\u00fe",
                "");
    }
}
