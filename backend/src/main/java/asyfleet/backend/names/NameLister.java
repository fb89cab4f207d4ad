package asyfleet.backend.names;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

/** The call that asks Asymptote for the names that it knows, in a cell like that of a task. No module runs there. */
public final class NameLister {

    private static final Duration TIME_LIMIT = Duration.ofSeconds(60);
    private static final int OUTPUT_BYTES = 8 << 20;
    private static final int LIST_BYTES = 1 << 20;
    private static final String BETWEEN = "\n----\n";

    private final Sandbox sandbox;
    private final List<Path> directories;

    /** @param extraModules directories of modules that are not Asymptote's own */
    public NameLister(Sandbox sandbox, List<Path> extraModules) {
        this.sandbox = sandbox;
        this.directories =
                Stream.concat(Stream.of(ModuleFiles.OWN), extraModules.stream()).toList();
    }

    /**
     * The list as JSON, compressed with gzip. Takes seconds.
     *
     * @throws IOException if there is none, with the reason
     */
    byte[] list(String toolchain) throws IOException {
        ModuleFiles files = ModuleFiles.in(directories);
        String[] said = ask(files.modules()).split(BETWEEN, 2);
        NameList list = NameList.of(said[0], said.length > 1 ? said[1] : "", files::moduleOf);
        if (list.of(NameList.BASE).isEmpty()) {
            throw new IOException("asy -l listed nothing; expected the names that every program has");
        }
        byte[] compressed = gzip(JsonMapper.shared().writeValueAsBytes(json(toolchain, list, files)));
        if (compressed.length > LIST_BYTES) {
            throw new IOException("the list has " + compressed.length + " bytes; expected at most " + LIST_BYTES);
        }
        return compressed;
    }

    private static Map<String, Object> json(String toolchain, NameList list, ModuleFiles files) {
        Map<String, Object> modules = new TreeMap<>();
        list.modules()
                .forEach((module, names) -> modules.put(
                        module, Map.of("imports", files.imports().getOrDefault(module, Set.of()), "names", names)));
        return Map.of("toolchain", toolchain, "modules", modules);
    }

    /** All modules in one process: most of the time goes by before the first. Tasks come first. */
    private String ask(List<String> modules) throws IOException {
        String list = "nice -n 19 asy -noV -config= -l";
        String script = "(" + list + "; printf '" + BETWEEN.replace("\n", "\\n") + "'; " + list + " -where "
                + String.join(" ", modules) + ") 2>/dev/null";
        try (Cell cell = sandbox.open()) {
            cell.start(new Command(List.of("sh", "-c", script), true));
            cell.input().close();
            CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                    cell::end, CompletableFuture.delayedExecutor(TIME_LIMIT.toMillis(), TimeUnit.MILLISECONDS));
            String output = new String(cell.output().readNBytes(OUTPUT_BYTES), StandardCharsets.UTF_8);
            deadline.cancel(false);
            return output;
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }
}
