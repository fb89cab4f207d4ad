package asyfleet.ring.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.ring.parcel.TaskResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptVerdictTest {

    private static TaskResult script(String output, Verdict verdict) {
        byte[] bytes = output.replace("|", "\n").getBytes(StandardCharsets.UTF_8);
        Complete complete = new Complete(false, "Execution failed with code 1", 5L, verdict);
        return ScriptVerdict.of(
                new TaskResult(List.of(new Output(OutputStreamName.STDOUT, bytes)), List.of(), complete));
    }

    @ParameterizedTest
    @CsvSource({
        "nothing, EXIT_CODE, false",
        "nothing, NO_IMAGE, true",
        "RES:done, EXIT_CODE, true",
        "RES:done, NO_IMAGE, true",
        "RES:failed!, NO_IMAGE, false",
        "x RES: Failed, NO_IMAGE, false",
        "RES:failed|RES:done|bye, EXIT_CODE, true",
        "RES:done|RES:failed, NO_IMAGE, false"
    })
    void theLastLineWithAResultCountsAndElseTheExitCode(String output, EndCode end, boolean success) {
        TaskResult result = script(output, Verdict.of(end, Stage.ASYMPTOTE));

        assertEquals(success, result.complete().success());
    }

    @Test
    void aScriptThatReachedALimitHasFailedWhateverItSaid() {
        Verdict limit = Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000, 3001);

        assertFalse(script("RES:done", limit).complete().success());
    }
}
