package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The runner of the programs that make the contents of the cache. They run in cells, as tasks do.
 */
final class Workbench {

    private static final Duration TIME_LIMIT = Duration.ofMinutes(2);
    private static final int OUTPUT_BYTES = 1 << 20;
    private static final int FILE_BYTES = 64 << 20;

    private final Sandbox sandbox;

    Workbench(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    /**
     * The result of a script.
     *
     * @param output all that it wrote, standard error among it
     * @param files those that were asked for
     */
    record Made(String output, Map<String, byte[]> files) {}

    String read(String script) throws IOException {
        return make(script, Map.of(), List.of()).output();
    }

    /** Runs a shell script on one line, with the files beside it. */
    Made make(String script, Map<String, byte[]> files, List<String> wanted) throws IOException {
        try (Cell cell = sandbox.open()) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                cell.directory().write(file.getKey(), file.getValue());
            }
            cell.start(new Command(List.of("sh", "-c", script), true));
            cell.input().close();
            CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                    cell::end, CompletableFuture.delayedExecutor(TIME_LIMIT.toMillis(), TimeUnit.MILLISECONDS));
            String output = new String(cell.output().readNBytes(OUTPUT_BYTES), StandardCharsets.UTF_8);
            requireSuccess(cell, output);
            deadline.cancel(false);
            return new Made(output, collect(cell, wanted));
        }
    }

    private static void requireSuccess(Cell cell, String output) throws IOException {
        int code = cell.exit().join();
        if (code != 0) {
            throw new IOException("exit code " + code + ": " + reason(output));
        }
    }

    /** The first line about an error: what compilers say last is only that they ended. */
    static String reason(String output) {
        return output.lines()
                .filter(line -> line.contains("error:"))
                .findFirst()
                .orElseGet(() -> output.lines().reduce("nothing said", (before, line) -> line));
    }

    private static Map<String, byte[]> collect(Cell cell, List<String> wanted) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String name : wanted) {
            files.put(
                    name,
                    cell.directory()
                            .read(name, FILE_BYTES)
                            .orElseThrow(() -> new IOException("no file " + name + " of at most " + FILE_BYTES
                                    + " bytes, expected it to be made")));
        }
        return files;
    }
}
