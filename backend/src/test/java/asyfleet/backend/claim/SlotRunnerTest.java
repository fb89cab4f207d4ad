package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.schema.TaskFields;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks of programs that follow the schema in Redis and not our rules. */
class SlotRunnerTest {

    private static final Map<String, byte[]> ONE_FILE = Map.of("a.asy", new byte[1]);

    @Test
    void theOnlyFileOfATaskThatNamesNoneIsRun() {
        assertEquals(Optional.of("a.asy"), request(ONE_FILE, Map.of()).main());
    }

    @Test
    void aTaskThatNamesAFileThatIsNotThereIsRefused() {
        assertRefused("main is \"b.asy\"; expected one of the files [a.asy]", ONE_FILE, Map.of("main", "b.asy"));
    }

    @Test
    void aNameThatWouldLeaveTheWorkDirectoryIsRefused() {
        assertRefused(
                "bad file name \"../a.asy\"; expected letters, digits and any of _ + - . and a letter, digit or _ first",
                Map.of("../a.asy", new byte[1]),
                Map.of());
    }

    @Test
    void aVerbosityThatWouldFillTheCommandLineIsRefused() {
        assertRefused("verbosity is 999999999; expected 0, 1, 2 or 3", ONE_FILE, Map.of("verbosity", "999999999"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "duration | fast | seconds, such as 3 or 10.5",
                "interactive | 1 | true or false",
                "format | jpg | svg, pdf, png, html, eps",
                "formats | svg,jpg | svg, pdf, png, html, eps, joined by commas",
                "stderr | both | separate or stdout",
                "verbosity | much | a number",
                "priority | 9 | 0, 1 or 2",
            })
    void aFieldOfAnotherProgramIsRefusedAndNotTakenForItsDefault(String name, String value, String expected) {
        assertRefused(
                "field " + name + " of the task: got \"" + value + "\", expected " + expected,
                ONE_FILE,
                Map.of(name, value));
    }

    @Test
    void ofALongFieldTheErrorShowsTheBeginning() {
        String shown = "x".repeat(60) + "\u2026";
        assertRefused(
                "field stderr of the task: got \"" + shown + "\", expected separate or stdout",
                ONE_FILE,
                Map.of("stderr", "x".repeat(100_000)));
    }

    private static void assertRefused(String error, Map<String, byte[]> files, Map<String, String> fields) {
        assertEquals(
                error,
                assertThrows(ProtocolException.class, () -> request(files, fields))
                        .getMessage());
    }

    private static ExecutionRequest request(Map<String, byte[]> files, Map<String, String> fields) {
        Map<String, byte[]> hash = fields.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, field -> field.getValue().getBytes(StandardCharsets.UTF_8)));
        Claim.Won won =
                new Claim.Won("1", TaskRecord.fromHash(hash), files, Optional.empty(), TaskFields.mistake(hash));
        return SlotRunner.request(won, TaskLimits.DEFAULT);
    }
}
