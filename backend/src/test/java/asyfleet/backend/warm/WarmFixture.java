package asyfleet.backend.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.sandbox.Usage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** Real sandboxes, warm and cold, side by side. */
final class WarmFixture implements AutoCloseable {

    private static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    private final ExecutorService background = Executors.newCachedThreadPool();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Path base = Files.createTempDirectory("warm-test");

    WarmFixture() throws IOException {
        open.push(background::shutdown);
    }

    /** Uses the cache of this machine, as a backend would. */
    WarmStart warm() throws IOException {
        return keep(WarmStart.create(WarmStart.defaultCache(), this::sandbox));
    }

    WarmStart cold() throws IOException {
        return keep(WarmStart.off(this::sandbox));
    }

    Sandbox sandbox(SandboxExtras extras) throws IOException {
        StateDirectory state = keep(StateDirectory.create(base));
        return BwrapSandbox.create(state, SandboxLimits.DEFAULT, extras);
    }

    /** For files of a process. */
    Path base() {
        return base;
    }

    Launcher launcher(WarmStart start) {
        return keep(start.launcher(start.sandbox(), background));
    }

    <T extends AutoCloseable> T keep(T resource) {
        open.push(resource);
        return resource;
    }

    /** A file beside this class. */
    static byte[] resource(String name) throws IOException {
        try (InputStream file = WarmFixture.class.getResourceAsStream(name)) {
            return file.readAllBytes();
        }
    }

    static ExecutionRequest svg(String source) {
        return request(Format.SVG, Map.of("main.asy", source));
    }

    /** The main file is main.asy. */
    static ExecutionRequest request(Format format, Map<String, String> files) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        files.forEach((name, text) -> contents.put(name, text.getBytes(StandardCharsets.UTF_8)));
        TaskOptions options = new TaskOptions(false, null, format, StderrMode.STDOUT, 0);
        return new ExecutionRequest(contents, Optional.of("main.asy"), options, Optional.of(TIME_LIMIT));
    }

    /** A program that never ends; see {@link #awaitCopy}. */
    static ExecutionRequest endless() {
        return svg("write(\"on\"); while (true) {}");
    }

    /** Waits until a copy runs the program. */
    static ProcessHandle awaitCopy(Cell cell) throws IOException {
        assertEquals('o', cell.output().read());
        return copyOf(cell, "asy").orElseThrow();
    }

    static List<String> names(Cell cell) {
        return cell.usage().processes().stream().map(Usage.Running::name).toList();
    }

    static List<Path> processes(Cell cell) {
        return cell.usage().processes().stream()
                .map(process -> Path.of("/proc/" + process.pid()))
                .toList();
    }

    /** The process that took the place of a stand-in, which has the same name but is not a waiter's child. */
    static Optional<ProcessHandle> copyOf(Cell cell, String name) {
        List<Usage.Running> all = cell.usage().processes();
        Set<Long> waiters = all.stream()
                .filter(process -> process.name().equals("wait-for"))
                .map(Usage.Running::pid)
                .collect(Collectors.toSet());
        return all.stream()
                .filter(process -> process.name().equals(name))
                .map(process -> ProcessHandle.of(process.pid()).orElseThrow())
                .filter(process -> process.parent()
                        .filter(parent -> waiters.contains(parent.pid()))
                        .isPresent())
                .findFirst();
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
        // The last state directory takes its base with it.
        Files.deleteIfExists(base);
    }
}
