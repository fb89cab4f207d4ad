package asyfleet.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.repository.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code asyfleet render} and {@code asyfleet asy} as packaged, on real services; the second beside the real {@code asy}. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClientIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CIRCLE = "size(2cm); draw(unitcircle);\n";
    private static final String DOCUMENT = """
            \\documentclass{article}
            \\usepackage{graphicx}
            \\usepackage%s{asymptote}
            \\begin{document}
            \\begin{asy}
            size(3cm); draw(unitcircle); label("$x^2$", (0,0));
            \\end{asy}
            \\end{document}
            """;

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    @TempDir
    private Path directory;

    /** The end of a program, and what it printed on each stream. */
    private record Ran(int exitCode, String stdout, String stderr) {}

    @BeforeAll
    static void open() {
        redis = RedisFixture.start();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "2"));
    }

    @AfterAll
    static void close() {
        fleet.close();
        redis.close();
    }

    @BeforeEach
    void writeFigures() throws IOException {
        for (String place : List.of("fleet", "real")) {
            Path work = Files.createDirectories(directory.resolve(place));
            Files.createDirectories(work.resolve("sub"));
            Files.createDirectories(work.resolve("out"));
            for (String name : List.of("a", "b", "sub/d")) {
                Files.writeString(work.resolve(name + ".asy"), CIRCLE);
            }
            Files.writeString(work.resolve("bad.asy"), "size(2cm);\nint x=;\n");
            Files.writeString(work.resolve("silent.asy"), "write(1);\n");
            Files.writeString(work.resolve("two.asy"), CIRCLE + "shipout(\"first\"); shipout(\"second\");\n");
        }
    }

    @Test
    void manyFiguresAreABatchAndOneMistakeDoesNotKeepTheOthers() throws Exception {
        Path work = directory.resolve("fleet");

        Ran ran = run(work, "", asyfleet("render", ".", "--json"));

        assertEquals(1, ran.exitCode(), ran.toString());
        assertTrue(ran.stdout().contains("\"file\":\"./bad.asy\",\"line\":2,\"column\":7"), ran.stdout());
        assertTrue(ran.stdout().contains("{\"figures\":6,\"rendered\":4,\"failed\":2,"), ran.stdout());
        for (String image : List.of("a.svg", "b.svg", "sub/d.svg", "two.svg")) {
            assertTrue(Files.readString(work.resolve(image)).contains("<svg"), image);
        }
        assertEquals(List.of(), files(work, ".png"));
    }

    @Test
    void aSavedFigureIsRenderedAgain() throws Exception {
        Path work = directory.resolve("fleet");
        Path said = directory.resolve("said");
        Process watching = builder(work, asyfleet("render", "a.asy", "--watch"))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            awaitText(said, "watching");
            Files.writeString(work.resolve("a.asy"), "size(2cm); draw(unitsquare; // a mistake\n");
            awaitText(said, "a.asy:1:");
            Files.delete(work.resolve("a.svg"));
            Files.writeString(work.resolve("a.asy"), "size(2cm); draw(unitsquare);\n");
            await().atMost(PATIENCE).until(() -> Files.exists(work.resolve("a.svg")));
        } finally {
            watching.destroy();
        }
        assertTrue(watching.waitFor(60, TimeUnit.SECONDS));
    }

    @Test
    void withoutAServerAFleetIsStartedAndEnded() throws Exception {
        Path work = directory.resolve("fleet");
        Path said = directory.resolve("said");
        Set<ProcessHandle> started = new HashSet<>();
        Process client = builder(
                        work,
                        List.of(
                                Repository.root().resolve("asyfleet").toString(),
                                "--no-build",
                                "render",
                                "a.asy",
                                "--local"))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            client.descendants().filter(ClientIT::isRedis).forEach(started::add);
            return !client.isAlive();
        });

        assertEquals(0, client.exitValue(), Files.readString(said));
        assertTrue(Files.readString(work.resolve("a.svg")).contains("<svg"));
        assertFalse(started.isEmpty(), "there is a Redis at least");
        await().atMost(PATIENCE).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
    }

    private static boolean isRedis(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.contains("redis"))
                .isPresent();
    }

    /** The program looks whether asy is there, and then draws each figure of a document. */
    @Test
    void pandocPlotFindsAsyAndDrawsByIt() throws Exception {
        Path work = directory.resolve("fleet");
        String script = Files.writeString(
                        directory.resolve("asy"),
                        "#!/bin/sh\nexec '%s' --no-build asy --server '%s' \"$@\"\n"
                                .formatted(Repository.root().resolve("asyfleet"), fleet.url()))
                .toString();

        Ran found = run(work, "", List.of("sh", "-c", "sh " + script + " -environment"));
        Ran drawn = run(work, "", List.of("sh", "-c", "sh " + script + " -f png -o \"out/x.png\" \"a.asy\""));

        assertEquals(0, found.exitCode(), found.toString());
        assertTrue(found.stderr().contains("Environment settings"), found.toString());
        assertEquals(0, drawn.exitCode(), drawn.toString());
        assertTrue(text(work.resolve("out/x.png")).startsWith("\u0089PNG"), drawn.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-f svg a.asy bad.asy b.asy",
                "-noV -f pdf -o out/ a.asy sub/d.asy",
                "a.asy silent.asy",
                "-o out -f svg a",
                "-f svg -o piped -",
                "-f svg two.asy",
                "-zzz a.asy",
                "missing"
            })
    void theFilesTheExitCodeAndTheWordsAreThoseOfAsy(String arguments) throws Exception {
        List<String> words = List.of(arguments.split(" "));
        List<String> real = new ArrayList<>(List.of("asy"));
        real.addAll(words);
        List<String> drop = asyfleet("asy");
        drop.addAll(words);

        Ran expected = run(directory.resolve("real"), CIRCLE, real);
        Ran ran = run(directory.resolve("fleet"), CIRCLE, drop);

        assertEquals(expected.exitCode(), ran.exitCode(), ran.toString());
        assertEquals(expected.stdout(), ran.stdout());
        assertEquals(places(expected.stderr()), places(ran.stderr()));
        assertEquals(files(directory.resolve("real"), ""), files(directory.resolve("fleet"), ""));
    }

    /** As latexmk does it: LaTeX writes the sources of the figures, asy draws them, and LaTeX takes the images. */
    @ParameterizedTest
    @ValueSource(strings = {"", "[inline]"})
    void latexTakesTheFiguresOfItsPackage(String option) throws Exception {
        Path work = directory.resolve("fleet/out");
        List<String> latex = List.of("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "doc.tex");
        Files.writeString(work.resolve("doc.tex"), DOCUMENT.formatted(option));
        Assumptions.assumeTrue(
                run(work, "", List.of("kpsewhich", "asymptote.sty")).exitCode() == 0, "no asymptote.sty");
        run(work, "", latex);
        List<String> sources = files(work, ".asy");
        assertFalse(sources.isEmpty(), "LaTeX wrote no figure");
        List<String> draw = asyfleet("asy");
        draw.addAll(sources);

        Ran drawn = run(work, "", draw);
        Ran set = run(work, "", latex);

        assertEquals(0, drawn.exitCode(), drawn.toString());
        assertEquals(0, set.exitCode(), set.stdout());
        String log = set.stdout().replace("\n", ""); // TeX breaks its lines anywhere
        assertTrue(log.contains("doc-1.pdf>"), set.stdout());
        assertTrue(log.contains("Output written on doc.pdf (1 page"), set.stdout());
    }

    private static List<String> asyfleet(String command, String... arguments) {
        List<String> all =
                new ArrayList<>(List.of(Repository.root().resolve("asyfleet").toString(), "--no-build", command));
        all.addAll(List.of("--server", fleet.url().toString()));
        all.addAll(List.of(arguments));
        return all;
    }

    private static ProcessBuilder builder(Path work, List<String> command) {
        return new ProcessBuilder(command).directory(work.toFile()).redirectInput(new File("/dev/null"));
    }

    private Ran run(Path work, String input, List<String> command) throws Exception {
        Path stdin = Files.writeString(directory.resolve("stdin"), input);
        Path stdout = directory.resolve("stdout");
        Path stderr = directory.resolve("stderr");
        int code = builder(work, command)
                .redirectInput(stdin.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start()
                .waitFor();
        return new Ran(code, text(stdout), text(stderr));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static void awaitText(Path file, String text) {
        await().atMost(PATIENCE).until(() -> Files.readString(file).contains(text));
    }

    /** The lines that name a place in a source, by which editors jump there. */
    private static List<String> places(String stderr) {
        return stderr.lines()
                .filter(line -> line.matches("\\S+: \\d+\\.\\d+: .*"))
                .collect(Collectors.toList());
    }

    private static List<String> files(Path root, String end) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(end))
                    .sorted()
                    .toList();
        }
    }
}
