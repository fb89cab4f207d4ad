package asyfleet.backend.claim;

import asyfleet.backend.execute.Execution;
import asyfleet.logging.LogFields;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.redis.backend.Claim;
import asyfleet.trace.Spans;
import asyfleet.trace.TaskTrace;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A listener that knows the names of its task, for log lines, and where traces are exported makes spans of the execution:
 * {@code launch}, then {@code asy}, {@code tex} and {@code convert} in turn, as the looks at its processes find them. It
 * passes everything on. Called by the execution's threads, one at a time.
 */
final class TracedExecution implements Execution.Listener {

    private final Claim.Won task;
    private final Execution.Listener listener;
    private final boolean exported;
    private String part = "launch";
    private Instant since = Instant.now();

    TracedExecution(Claim.Won task, Execution.Listener listener) {
        this.task = task;
        this.listener = listener;
        this.exported = Spans.wants(task.task().trace());
    }

    @Override
    public Optional<LogFields> names() {
        return Optional.of(this::fields);
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>(Map.of("task", task.id()));
        task.task().trace().map(TaskTrace::logFields).ifPresent(fields::putAll);
        return fields;
    }

    @Override
    public boolean followsStages() {
        return exported;
    }

    @Override
    public void at(Stage stage) {
        String next = stage == Stage.ASYMPTOTE ? "asy" : stage.wire();
        if (exported && !next.equals(part)) {
            finishPart();
            part = next;
        }
    }

    private void finishPart() {
        Instant now = Instant.now();
        Spans.part(task.task().trace().orElseThrow(), part, since, now);
        since = now;
    }

    @Override
    public void said(ServerMessage message) {
        listener.said(message);
    }

    @Override
    public void ended(ServerMessage.Complete complete) {
        if (exported) {
            finishPart();
        }
        listener.ended(complete);
    }
}
