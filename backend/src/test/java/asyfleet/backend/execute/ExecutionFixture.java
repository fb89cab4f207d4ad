package asyfleet.backend.execute;

import asyfleet.backend.sandbox.SandboxFixture;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Slots on a real sandbox with a real Asymptote. */
final class ExecutionFixture implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(60);

    private final SandboxFixture sandbox;
    private final Slots slots;

    private ExecutionFixture(SandboxFixture sandbox, Slots slots) {
        this.sandbox = sandbox;
        this.slots = slots;
    }

    static ExecutionFixture create() throws IOException {
        return create(SandboxLimits.DEFAULT, ExecutionLimits.DEFAULT);
    }

    static ExecutionFixture create(SandboxLimits limits, ExecutionLimits executionLimits) throws IOException {
        return create(SandboxFixture.bwrap(limits), executionLimits);
    }

    static ExecutionFixture create(SandboxFixture sandbox, ExecutionLimits limits) {
        return new ExecutionFixture(
                sandbox, new Slots(Slots.Count.of(1), sandbox.sandbox(), limits, ColdLauncher::new));
    }

    /** Where the sandbox keeps what must be files. */
    Path stateDirectory() {
        return sandbox.stateDirectory();
    }

    /** How many cells of the bare kind have a directory. */
    long cellDirectories() throws IOException {
        return sandbox.cellDirectories();
    }

    Slot slot() {
        return slots.all().get(0);
    }

    /** Starts a program on the slot. */
    Recording start(String source, TaskOptions options, Duration limit) {
        return start(Map.of("main.asy", source), options, limit);
    }

    Recording start(Map<String, String> sources, TaskOptions options, Duration limit) {
        Recording recording = new Recording();
        recording.of(slot().run(request(sources, options, limit), recording));
        return recording;
    }

    /** Starts a program with a listener of the test's own. */
    Execution start(String source, Execution.Listener listener) {
        return slot().run(request(Map.of("main.asy", source), TaskOptions.DEFAULT, LONG), listener);
    }

    private static ExecutionRequest request(Map<String, String> sources, TaskOptions options, Duration limit) {
        Map<String, byte[]> files = sources.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, file -> file.getValue().getBytes(StandardCharsets.UTF_8)));
        return new ExecutionRequest(files, Optional.of("main.asy"), options, Optional.of(limit));
    }

    /** Runs a program to its end. */
    Recording run(String source, TaskOptions options) {
        return start(source, options, LONG).awaitComplete();
    }

    Recording run(String source) {
        return run(source, TaskOptions.DEFAULT);
    }

    static TaskOptions format(Format format) {
        return TaskOptions.DEFAULT.with(new ClientMessage.Options(null, null, format, null, null));
    }

    static TaskOptions stderr(StderrMode mode) {
        return TaskOptions.DEFAULT.with(new ClientMessage.Options(null, null, null, mode, null));
    }

    static TaskOptions verbosity(int verbosity) {
        return TaskOptions.DEFAULT.with(new ClientMessage.Options(null, null, null, null, verbosity));
    }

    static TaskOptions interactive() {
        return TaskOptions.DEFAULT.with(new ClientMessage.Options(true, null, null, null, null));
    }

    @Override
    public void close() throws IOException {
        slots.close();
        sandbox.close();
    }
}
