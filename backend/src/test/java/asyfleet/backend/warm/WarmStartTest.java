package asyfleet.backend.warm;

import static asyfleet.backend.warm.WarmFixture.request;
import static asyfleet.backend.warm.WarmFixture.svg;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.backend.execute.AsyCommand;
import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.protocol.task.Format;
import asyfleet.redis.schema.PoolFigures;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises of the warm start, with real tools in real cells. */
@Tag("slow")
final class WarmStartTest {

    private static final String LABELLED =
            "size(3cm); draw(unitsquare); label(\"$x^2$\", (0.5,0.5)); label(\"B\", (1,1), NE);";
    private static final String ENDLESS = "while (true) {}";

    private static WarmFixture fixture;
    private static WarmStart warm;
    private static WarmStart cold;
    private static Launcher warmly;
    private static Launcher coldly;

    @BeforeAll
    static void open() throws Exception {
        fixture = new WarmFixture();
        warm = fixture.warm();
        warmly = fixture.launcher(warm);
        cold = fixture.cold();
        coldly = fixture.launcher(cold);
        await().until(() -> warm.isWarm(Format.SVG));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    private static void assertSameAsCold(ExecutionRequest request) throws Exception {
        Rendering cold = Rendering.of(coldly, request);
        assertEquals(Optional.empty(), Difference.between(cold, Rendering.of(warmly, request)), cold.output());
    }

    @Test
    void aTaskIsRunByACopyOfAProgramThatWaited() throws Exception {
        try (Cell cell = warmly.launch(svg(ENDLESS))) {
            await().until(() -> WarmFixture.copyOf(cell, "asy").isPresent());
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void theSameFilesAreLeftAndTheSameIsSaid(Format format) throws Exception {
        ExecutionRequest request = request(format, Map.of("main.asy", LABELLED));
        assertSameAsCold(request);
        // What is wanted again is made to wait, unless the servers of another format are just being started.
        await().until(() -> {
            Rendering.of(warmly, request);
            return warm.isWarm(format);
        });
        assertSameAsCold(request);
    }

    /** Each copy listens at an address until a task takes it. */
    @ParameterizedTest
    @EnumSource(Format.class)
    void everyProgramThatWaitsForATaskIsTakenByIt(Format format) throws Exception {
        ExecutionRequest request = request(format, Map.of("main.asy", LABELLED));
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "cat /proc/net/unix; \"$@\" && cat /proc/net/unix", "sh"));
        command.addAll(AsyCommand.of(request).arguments());
        try (Cell cell = warm.preloaded(format).orElseThrow().open()) {
            cell.directory().write("main.asy", request.files().get("main.asy"));
            cell.start(new Command(command, true));
            String said = new String(cell.output().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(
                    List.of(),
                    Trial.usual(format).stream()
                            .filter(program -> said.split("/" + program.address() + "/copy", -1).length != 2)
                            .toList(),
                    said);
        }
    }

    @Test
    void anErrorNamesTheSameFileAndLine() throws Exception {
        ExecutionRequest request = svg("draw((0,0)--(1,1));\nwrite(1);\nint i = \"no\";");
        assertTrue(Rendering.of(warmly, request).output().contains("main.asy: 3.9:"));
        assertSameAsCold(request);
    }

    @Test
    void whatRanBeforeAMistakeHasRun() throws Exception {
        assertSameAsCold(svg("write(1);\nint[] a; write(a[3]);\nwrite(2);"));
    }

    @Test
    void aFailureOfTexIsTheSame() throws Exception {
        assertSameAsCold(svg("label(\"$\\undefined$\", (0,0));"));
    }

    @Test
    void anEndBySignalIsTheSame() throws Exception {
        ExecutionRequest request = svg("void f(int i) { f(i + 1); f(i + 2); }\nf(0);");
        assertTrue(Rendering.of(warmly, request).exitCode().orElseThrow() > 128);
        assertSameAsCold(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Привет, \\textbf{мир}! Ёж №5 «да», Україна",
                "Größe äöüß éàçñøå €5 30° m² ±2×3 Łódź ąę „tak“",
                "α+β ≤ ∞, x∈A → ∠ABC ≈ 5′, $λ≠0$",
                "\\selectfont\\fontencoding{T2A}\\selectfont Большой {\\Large текст}"
            })
    void labelsInOtherScriptsAndWithSymbolsAreSet(String label) throws Exception {
        for (Format format : List.of(Format.SVG, Format.PDF)) {
            String source = "size(9cm); draw(unitsquare); label(\"" + label + "\", (0,0));";
            Rendering rendering = Rendering.of(warmly, request(format, Map.of("main.asy", source)));
            assertEquals(Optional.of(0), rendering.exitCode(), rendering::output);
            assertFalse(rendering.output().contains("rror"), rendering::output);
        }
    }

    @Test
    void aPreambleThatLoadsALanguageItselfWorks() throws Exception {
        Rendering rendering = Rendering.of(
                warmly,
                svg(
                        "texpreamble(\"\\usepackage[utf8]{inputenc}\\usepackage[russian]{babel}\"); usepackage(\"siunitx\");"
                                + "size(9cm); label(\"Скорость \\SI{5}{\\metre\\per\\second}\", (0,0));"));
        assertEquals(Optional.of(0), rendering.exitCode(), rendering::output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xelatex", "lualatex", "pdflatex"})
    void aSourceThatChoosesAnotherEngineGetsIt(String engine) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin", engine)), engine + " is not installed");
        Rendering rendering = Rendering.of(
                warmly,
                svg("settings.tex=\"" + engine + "\"; usepackage(\"amsmath\"); size(4cm); draw(unitcircle);"
                        + "label(\"Größe $\\text{x}^2$\", (0,0));"));
        assertEquals(Optional.of(0), rendering.exitCode(), rendering::output);
        assertTrue(rendering.files().keySet().stream().anyMatch(name -> name.startsWith("out.")), rendering::output);
    }

    @Test
    void aFontThatIsNotThereIsNotMade() throws Exception {
        for (Launcher launcher : List.of(warmly, coldly)) {
            Rendering rendering = Rendering.of(launcher, svg("label(\"\\font\\x=nosuch12 \\x a\", (0,0));"));
            assertEquals(Optional.of(1), rendering.exitCode());
            assertFalse(rendering.output().contains("mktextfm"), rendering::output);
        }
    }

    @Test
    void packagesAndPreamblesOfATaskCount() throws Exception {
        assertSameAsCold(svg("usepackage(\"amsmath\"); texpreamble(\"\\def\\foo{bar}\");"
                + "size(3cm); draw(unitsquare); label(\"$\\text{\\foo}$\", (0,0));"));
    }

    @Test
    void severalPicturesAreTheSame() throws Exception {
        assertSameAsCold(svg("draw((0,0)--(9,9)); shipout(\"first\"); erase(); label(\"second\", (0,0));"));
    }

    @Test
    void aModuleThatATaskBringsIsUsedInPlaceOfOneAlreadyRead() throws Exception {
        ExecutionRequest request =
                request(Format.SVG, Map.of("main.asy", "write(ours);", "plain.asy", "string ours = \"of the task\";"));
        assertEquals("of the task\n", Rendering.of(warmly, request).output());
        assertSameAsCold(request);
    }

    @Test
    void aTexFileThatATaskBringsIsUsedInPlaceOfOneAlreadyRead() throws Exception {
        // A file, because how much of TeX's last words Asymptote still hears is a race, warm or cold.
        String noClass = "\\immediate\\openout15=used.txt \\immediate\\closeout15 \\stop";
        ExecutionRequest request = request(Format.SVG, Map.of("main.asy", LABELLED, "article.cls", noClass));
        Rendering rendering = Rendering.of(warmly, request);
        assertTrue(rendering.files().containsKey("used.txt"), rendering::toString);
    }

    @Test
    void aFontMapThatATaskBringsIsUsedInPlaceOfOneAlreadyRead() throws Exception {
        String times = "label(\"\\fontfamily{ptm}\\selectfont B\", (0,0));";
        ExecutionRequest request =
                request(Format.SVG, Map.of("main.asy", times, "ps2pk.map", "ptmr8r CMSS12 <cmss12.pfb\n"));
        Rendering usual = Rendering.of(coldly, svg(times));
        assertNotEquals(Optional.empty(), Difference.between(usual, Rendering.of(warmly, request)));
        assertSameAsCold(request);
    }

    @Test
    void aConverterWhoseInputIsMissingSaysTheSame() throws Exception {
        List<String> said = new ArrayList<>();
        for (Sandbox sandbox :
                List.of(cold.sandbox(), warm.preloaded(Format.SVG).orElseThrow())) {
            try (Cell cell = sandbox.open()) {
                String call = "dvisvgm -n -v3 --optimize -oout.svg out_.dvi; echo $?";
                cell.start(new Command(List.of("sh", "-c", call), true));
                said.add(new String(cell.output().readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertEquals(said.get(0), said.get(1));
        assertTrue(said.get(0).contains("out_.dvi"), said.get(0));
    }

    @Test
    void nothingOfOneTaskIsLeftForTheNext() throws Exception {
        String trace = "file f = output(\"left\"); write(f, 1); settings.outformat = \"pdf\"; defaultpen(red);";
        Rendering.of(warmly, svg(trace + LABELLED));
        Rendering next = Rendering.of(warmly, svg(LABELLED));
        assertEquals(List.of("out.svg"), List.copyOf(next.files().keySet()));
        assertEquals(Optional.empty(), Difference.between(Rendering.of(coldly, svg(LABELLED)), next));
    }

    @Test
    void endingATaskEndsItsCopies() throws Exception {
        try (Cell cell = warmly.launch(svg("label(\"x\", (0,0)); size(texsize(\"x\")[0]);" + ENDLESS))) {
            await().until(() -> WarmFixture.copyOf(cell, "latex").isPresent());
            List<ProcessHandle> processes = cell.usage().processes().stream()
                    .flatMap(process -> ProcessHandle.of(process.pid()).stream())
                    .toList();
            cell.end();
            cell.exit().join();
            assertEquals(
                    List.of(), processes.stream().filter(ProcessHandle::isAlive).toList());
        }
    }

    @Test
    void aKilledCopyEndsTheTaskAsIfAsymptoteWereKilled() throws Exception {
        try (Cell cell = warmly.launch(WarmFixture.endless())) {
            WarmFixture.awaitCopy(cell).destroyForcibly();
            assertEquals(128 + 9, cell.exit().join());
        }
    }

    @Test
    void aTexThatIsNotInstalledIsMissedInTheSameWay() throws Exception {
        ExecutionRequest request = svg("settings.tex = \"context\"; label(\"x\", (0,0));");
        for (Launcher launcher : List.of(coldly, warmly)) {
            Rendering rendering = Rendering.of(launcher, request);
            assertTrue(rendering.output().contains("Cannot execute context"), rendering.output());
            // Asymptote signals itself then, and by chance ends by that.
            assertTrue(Set.of(1, 128 + 13).contains(rendering.exitCode().orElseThrow()), rendering::toString);
        }
    }

    @Test
    void aServerThatDiesMakesTasksColdUntilItIsStartedAgain() throws Exception {
        try (WarmFixture own = new WarmFixture()) {
            WarmStart start = own.warm();
            await().until(() -> start.isWarm(Format.SVG));
            start.servers().orElseThrow().processes().forEach(ProcessHandle::destroyForcibly);
            await().until(() -> !start.isWarm(Format.SVG));
            Launcher launcher = own.launcher(start);
            assertEquals(Optional.of(0), Rendering.of(launcher, svg(LABELLED)).exitCode());
            assertEquals(Optional.of(0), Rendering.of(launcher, svg(LABELLED)).exitCode());
            await().until(() -> start.isWarm(Format.SVG));
        }
    }

    @Test
    void figuresCountCellsAndTasksThatWereWarm() throws Exception {
        try (WarmFixture own = new WarmFixture()) {
            WarmStart start = own.warm();
            await().until(() -> start.isWarm(Format.SVG));
            Launcher launcher = own.launcher(start);
            Rendering.of(launcher, svg(LABELLED));
            Rendering.of(launcher, request(Format.PDF, Map.of("main.asy", LABELLED)));
            // Two for the tasks, one that waits for the next.
            await().untilAsserted(() -> assertEquals(new PoolFigures(3, 1, 2, 2, 1), start.figures()));
        }
    }

    @Test
    void nothingIsLeftBehind() throws Exception {
        Set<ProcessHandle> servers;
        try (WarmFixture own = new WarmFixture()) {
            WarmStart start = own.warm();
            await().until(() -> start.isWarm(Format.SVG));
            servers = start.servers().orElseThrow().processes();
            assertFalse(servers.isEmpty());
        }
        await().until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
    }
}
