package asyfleet.backend.explain;

import asyfleet.process.Children;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names and modules that tasks on this machine have.
 *
 * @param builtIn the names that every program has without an import
 */
public record Installed(Set<String> builtIn, Modules modules) {

    private static final Logger LOG = LoggerFactory.getLogger(Installed.class);

    private static final Path OWN_MODULES = Path.of("/usr/share/asymptote");
    private static final List<String> LIST_NAMES = List.of("asy", "-noV", "-config=", "-l");

    /** As in {@code string stripfile(string s);} and {@code real sqrtEpsilon;}. */
    private static final Pattern LISTED = Pattern.compile("[^(;]*?(\\w+)[(;].*");

    private static final int MOST_FILES = 1000;
    private static final long MOST_FILE_BYTES = 1 << 20;
    private static final int MOST_LIST_BYTES = 4 << 20;
    private static final int SECONDS = 20;

    private static final Installed NOTHING = new Installed(Set.of(), new Modules(Map.of()));

    /**
     * Reads it on a thread of its own.
     *
     * @param extraModules directories of further modules
     */
    public static Explainer explainer(List<Path> extraModules) {
        CompletableFuture<Installed> reading = CompletableFuture.supplyAsync(
                        () -> read(extraModules), Installed::runInBackground)
                .exceptionally(failure -> {
                    LOG.warn("hints will be few reason={}", failure.toString());
                    return NOTHING;
                });
        // On a slow machine it may come late: a task that cannot wait does without, those after it have it.
        return new Explainer(() -> reading.copy()
                .completeOnTimeout(NOTHING, SECONDS, TimeUnit.SECONDS)
                .join());
    }

    /** Not in the common pool: from Java 25 on it may have one thread, by which the ends of all processes are told. */
    private static void runInBackground(Runnable task) {
        Thread thread = new Thread(task, "installed");
        thread.setDaemon(true);
        thread.start();
    }

    static Installed read(List<Path> extraModules) {
        Map<String, ModuleSource> sources = new HashMap<>(sources(OWN_MODULES));
        extraModules.forEach(directory -> sources.putAll(sources(directory)));
        return new Installed(builtInNames(), new Modules(sources));
    }

    private static Map<String, ModuleSource> sources(Path directory) {
        Map<String, ModuleSource> sources = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.asy")) {
            for (Path file : files) {
                if (sources.size() < MOST_FILES && Files.size(file) <= MOST_FILE_BYTES) {
                    String name = file.getFileName().toString();
                    sources.put(
                            name.substring(0, name.length() - ".asy".length()),
                            ModuleSource.of(Files.readString(file)));
                }
            }
        } catch (IOException e) {
            LOG.warn("modules not read, hints will be fewer directory={} reason={}", directory, e.toString());
        }
        return sources;
    }

    private static Set<String> builtInNames() {
        Set<String> names = new TreeSet<>();
        for (String line : listed().split("\n")) {
            Matcher listed = LISTED.matcher(line);
            if (listed.matches()) {
                names.add(listed.group(1));
            }
        }
        return names;
    }

    private static String listed() {
        try {
            ProcessBuilder builder = new ProcessBuilder(LIST_NAMES)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().clear();
            builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin", "HOME", "/nonexistent"));
            Process asy = Children.start(builder);
            try (InputStream output = asy.getInputStream()) {
                return new String(output.readNBytes(MOST_LIST_BYTES), StandardCharsets.UTF_8);
            } finally {
                asy.destroyForcibly();
            }
        } catch (IOException e) {
            LOG.warn("built-in names not read, hints will be fewer reason={}", e.toString());
            return "";
        }
    }
}
