package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

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

    private static void assertRefused(String error, Map<String, byte[]> files, Map<String, String> fields) {
        assertEquals(
                error,
                assertThrows(ProtocolException.class, () -> request(files, fields))
                        .getMessage());
    }

    private static ExecutionRequest request(Map<String, byte[]> files, Map<String, String> fields) {
        TaskRecord task = TaskRecord.fromHash(
                fields.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, field -> field.getValue()
                        .getBytes(StandardCharsets.UTF_8))));
        return SlotRunner.request(new Claim.Won("1", task, files, Optional.empty()), TaskLimits.DEFAULT);
    }
}
