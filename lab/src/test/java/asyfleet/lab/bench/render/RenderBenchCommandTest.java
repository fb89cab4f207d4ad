package asyfleet.lab.bench.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.CommandProgram;
import asyfleet.config.StartFailure;
import asyfleet.lab.bench.BenchCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class RenderBenchCommandTest {

    @TempDir
    Path examples;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int run(String... arguments) {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return CommandProgram.run(BenchCommand.create(out), out, arguments);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFigureIsTimedInEveryWayAloneAndWithAllSlotsBusy() {
        assertEquals(0, run("render", "--rounds=1", "--only=no labels"), this::said);
        assertTrue(said().contains("by hand"), this::said);
        assertTrue(
                said().lines().anyMatch(line -> line.matches("\\| no labels, SVG +(\\| \\d+ \\(\\d+\\) +){3}\\|.*")),
                this::said);
        assertTrue(said().contains("figures/s"), this::said);
    }

    @Test
    void aFigureThatThereIsNotIsNamedWithThoseThatThereAre() {
        StartFailure wrong = assertThrows(StartFailure.class, () -> TimedFigure.beginning("a sphere"));
        assertTrue(wrong.getMessage().contains("'a sphere'"), wrong.getMessage());
        assertTrue(wrong.getMessage().contains("labels, SVG"), wrong.getMessage());
    }

    @Test
    void figuresAreComparedWithThoseBesideThem() throws IOException {
        Files.writeString(examples.resolve("a.asy"), "write(\"a\"); draw((0,0)--(9,9));");
        Files.writeString(examples.resolve("b.asy"), "import a; file f = input(\"data\"); string s = f; write(s);");
        Files.writeString(examples.resolve("data"), "of b");
        assertEquals(0, run("equality", "--examples=" + examples), this::said);
        assertTrue(said().contains("2 figures: 2 the same, 0 different"), this::said);
    }

    @Test
    void aFigureThatTakesTooLongIsNoDifference() throws IOException {
        Files.writeString(examples.resolve("quick.asy"), "draw((0,0)--(1,1));");
        Files.writeString(examples.resolve("slow.asy"), "while (true) {}");
        assertEquals(0, run("equality", "--examples=" + examples, "--limit=2", "--only=slow"), this::said);
        assertTrue(said().contains("1 figures: 0 the same, 0 different, 0 never the same twice, 1 took"), this::said);
    }

    @Test
    void packedFiguresAreUnpacked() throws IOException {
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(examples.resolve("big.asy.gz")))) {
            packed.write("draw((0,0)--(1,1));".getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(examples.resolve("data.csv"), "1,2");
        Examples read = Examples.in(examples, "");
        assertEquals(List.of("big.asy"), read.names());
        assertEquals(Set.of("big.asy", "data.csv"), read.files().keySet());
        assertEquals("draw((0,0)--(1,1));", new String(read.files().get("big.asy"), StandardCharsets.UTF_8));
    }

    @Test
    void aDirectoryThatIsNotThereIsNamed() {
        assertEquals(CommandProgram.CANNOT, run("equality", "--examples=/nonexistent"));
        assertTrue(said().contains("/nonexistent"), this::said);
    }
}
