package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A real sandbox for tests, and shell commands in it. */
public final class SandboxFixture implements AutoCloseable {

    private final Path base;
    private final StateDirectory state;
    private final Sandbox sandbox;

    private SandboxFixture(Path base, StateDirectory state, Sandbox sandbox) {
        this.base = base;
        this.state = state;
        this.sandbox = sandbox;
    }

    public static SandboxFixture bwrap() throws IOException {
        return bwrap(SandboxLimits.DEFAULT);
    }

    public static SandboxFixture bwrap(SandboxLimits limits) throws IOException {
        return bwrap(limits, SandboxExtras.NONE);
    }

    public static SandboxFixture bwrap(SandboxLimits limits, SandboxExtras extras) throws IOException {
        Path base = Files.createTempDirectory("sandbox-test");
        StateDirectory state = StateDirectory.create(base);
        return new SandboxFixture(base, state, BwrapSandbox.create(state, limits, extras));
    }

    public static SandboxFixture bare() throws IOException {
        Path base = Files.createTempDirectory("sandbox-test");
        StateDirectory state = StateDirectory.create(base);
        return new SandboxFixture(base, state, new BareSandbox(state, SandboxLimits.DEFAULT, SandboxExtras.NONE));
    }

    public Sandbox sandbox() {
        return sandbox;
    }

    public StateDirectory state() {
        return state;
    }

    /** Where the sandbox keeps what must be files. */
    public Path stateDirectory() {
        return state.path();
    }

    /** How many cells of the bare kind have a directory. */
    public long cellDirectories() throws IOException {
        try (Stream<Path> files = Files.list(state.path())) {
            return files.filter(file -> file.getFileName().toString().startsWith("cell-"))
                    .count();
        }
    }

    /** Starts a shell script in a new cell, with nothing on its standard input. */
    public Cell start(String script) throws IOException {
        Cell cell = sandbox.open();
        cell.start(new Command(List.of("sh", "-c", script.replace('\n', ';')), true));
        cell.input().close();
        return cell;
    }

    /** Runs a shell script, and returns its output. */
    public String run(String script) throws IOException {
        try (Cell cell = start(script)) {
            return new String(cell.output().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() throws IOException {
        sandbox.close();
        state.close();
        // Closing removed the base too, unless a test left something there.
        if (Files.exists(base)) {
            StateDirectory.delete(base);
        }
    }
}
