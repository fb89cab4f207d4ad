package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asyfleet.backend.execute.Execution;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.schema.TaskRecord;
import asyfleet.trace.Spans;
import asyfleet.trace.TaskTrace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TracedExecutionTest {

    @Test
    void whereTracesAreNotExportedNobodyLooksAtTheStagesOfATask() {
        TaskTrace trace = TaskTrace.begin(Optional.empty(), true);
        byte[] field = trace.toField().getBytes(StandardCharsets.UTF_8);
        Claim.Won task = new Claim.Won(
                "17", TaskRecord.fromHash(Map.of("trace", field)), Map.of(), Optional.empty(), Optional.empty());
        List<ServerMessage> passedOn = new ArrayList<>();
        TracedExecution traced = new TracedExecution(task, listener(passedOn));

        assertFalse(Spans.isOn());
        assertFalse(Spans.wants(Optional.of(trace)));
        assertFalse(traced.followsStages());
        traced.at(Stage.TEX);
        traced.ended(FakeRunner.SUCCESS);
        assertEquals(List.of(FakeRunner.SUCCESS), passedOn);
        assertEquals(
                Map.of("task", "17", "traceparent", trace.context().header()),
                traced.names().orElseThrow().logFields());
    }

    private static Execution.Listener listener(List<ServerMessage> passedOn) {
        return new Execution.Listener() {
            @Override
            public void said(ServerMessage message) {
                passedOn.add(message);
            }

            @Override
            public void ended(ServerMessage.Complete complete) {
                passedOn.add(complete);
            }
        };
    }
}
