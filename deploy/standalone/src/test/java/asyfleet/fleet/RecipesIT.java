package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.repository.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The recipes of {@code docs/recipes}, each run as it stands, with its real tool, on a real fleet. A recipe whose tool is
 * not here says so and is skipped. {@code ASYFLEET_RECIPE_TOOLS} names a directory with tools: {@code node_modules} of npm,
 * and {@code bin} of a Python environment. Then no recipe may be skipped.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RecipesIT {

    private static final int SKIPPED = 77;

    /** The files that each recipe writes, and a text that each of them holds if it has a picture. */
    private static final Map<String, List<Output>> OUTPUTS = Map.of(
            "asciidoctor", List.of(new Output(".svg", "<svg")),
            "remark", List.of(new Output("page.html", "<svg")),
            "mkdocs", List.of(new Output(".svg", "<svg")),
            "hugo", List.of(new Output(".svg", "<svg")),
            "jupyter", List.of(new Output("figures.html", "src=\"data:image/png")),
            "sphinx", List.of(new Output(".svg", "<svg")),
            "pandoc", List.of(new Output("page.html", "data:image/svg+xml")),
            // LaTeX makes a document also without its figures.
            "latexmk",
                    List.of(
                            new Output("paper-1.pdf", "%PDF"),
                            new Output("paper.log", "<use paper-1.pdf>"),
                            new Output("inline-1.pdf", "%PDF"),
                            new Output("inline.log", "<use inline-1.pdf>")),
            "pretext", List.of(new Output("figure-triangle-2.html", "<svg")),
            "make", List.of(new Output("triangle.svg", "<svg")));

    @TempDir
    private static Path directory;

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    private record Output(String name, String content) {}

    @BeforeAll
    static void open() throws IOException {
        redis = RedisFixture.start();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "2", "ASYFLEET_KROKI_ALIASES", "umlet"));
        copy(Repository.root().resolve("docs/recipes"), directory.resolve("recipes"));
        Optional<Path> modules =
                tools().map(tools -> tools.resolve("node_modules")).filter(Files::isDirectory);
        if (modules.isPresent()) {
            Files.createSymbolicLink(directory.resolve("recipes/node_modules"), modules.get());
        }
        Path asy = Files.writeString(
                directory.resolve("asy"),
                "#!/bin/sh\nexec '%s' --no-build asy --server '%s' \"$@\"\n"
                        .formatted(Repository.root().resolve("asyfleet"), fleet.url()));
        assertTrue(asy.toFile().setExecutable(true));
    }

    @AfterAll
    static void close() {
        fleet.close();
        redis.close();
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void everyRecipeDrawsItsFigures(String recipe) throws Exception {
        Path log = directory.resolve(recipe + ".log");
        ProcessBuilder builder = new ProcessBuilder(directory
                        .resolve("recipes")
                        .resolve(recipe)
                        .resolve("run")
                        .toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("FLEET", fleet.url().toString());
        environment.put("ASY", directory.resolve("asy").toString());
        tools().ifPresent(tools -> environment.merge("PATH", "", (path, none) -> tools.resolve("bin") + ":" + path));

        int exitCode = builder.start().waitFor();

        String said = Files.readString(log, StandardCharsets.UTF_8);
        Assumptions.assumeTrue(exitCode != SKIPPED || tools().isPresent(), said);
        assertEquals(0, exitCode, said);
        for (Output expected : OUTPUTS.get(recipe)) {
            assertPictureIn(directory.resolve("recipes").resolve(recipe).resolve("out"), expected);
        }
    }

    private static void assertPictureIn(Path out, Output expected) throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            Path file = files.filter(path -> path.toString().endsWith(expected.name()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + expected.name() + " in " + out));
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            assertTrue(text.contains(expected.content()), file + " has no " + expected.content());
        }
    }

    /** Every folder with something to run. */
    static Stream<String> recipes() throws IOException {
        try (Stream<Path> files = Files.list(Repository.root().resolve("docs/recipes"))) {
            return files
                    .filter(folder -> Files.exists(folder.resolve("run")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Optional<Path> tools() {
        return Optional.ofNullable(System.getenv("ASYFLEET_RECIPE_TOOLS")).map(Path::of);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
