package asyfleet.backend.warm;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.WorkDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * All that is left of a task that was run to its end, for comparing one way of running it with another.
 *
 * @param exitCode empty if it was ended because it took too long
 * @param output standard output and error
 * @param files what it left beside the files that it came with
 */
public record Rendering(Optional<Integer> exitCode, String output, Map<String, byte[]> files) {

    private static final int OUTPUT_BYTES = 4 << 20;
    private static final int FILE_BYTES = 64 << 20;
    private static final int MOST_FILES = 1000;

    public static Rendering of(Launcher launcher, ExecutionRequest request) throws IOException {
        Duration limit = request.timeLimit().orElseThrow();
        try (Cell cell = launcher.launch(request)) {
            cell.input().close();
            CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                    cell::end, CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
            String output = new String(cell.output().readNBytes(OUTPUT_BYTES), StandardCharsets.UTF_8);
            int exitCode = cell.exit().join();
            boolean inTime = deadline.cancel(false);
            return new Rendering(inTime ? Optional.of(exitCode) : Optional.empty(), output, files(cell, request));
        }
    }

    private static Map<String, byte[]> files(Cell cell, ExecutionRequest request) {
        Map<String, byte[]> files = new TreeMap<>();
        for (WorkDirectory.Entry entry : cell.directory().list(MOST_FILES)) {
            if (!request.files().containsKey(entry.name())) {
                cell.directory().read(entry.name(), FILE_BYTES).ifPresent(bytes -> files.put(entry.name(), bytes));
            }
        }
        return files;
    }
}
