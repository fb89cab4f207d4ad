package asyfleet.client.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureGathererTest {

    @TempDir
    private Path directory;

    private void write(String name, String text) throws IOException {
        Files.createDirectories(directory.resolve(name).getParent());
        Files.writeString(directory.resolve(name), text);
    }

    private GatheredFigure gather(String source) throws IOException {
        write("figure.asy", source);
        return FigureGatherer.gather(directory.resolve("figure.asy"), List.of(), List.of());
    }

    private static Set<String> names(GatheredFigure figure) {
        return new TreeSet<>(figure.sources().files().keySet());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            import a;
            import graph, a as b;
            access a as b;
            include a;
            include "a.asy";
            import "a" as b;
            from a access f, g as h;
            from a(T=int) access f;
            /* import no; */ import a; // import no;
            """)
    void aModuleThatIsThereGoesAlong(String source) throws IOException {
        write("a.asy", "");
        write("no.asy", "");
        write("b.asy", "");
        write("T.asy", "");

        assertEquals(Set.of("a.asy", "figure.asy"), names(gather(source)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            file f=input("a.csv");
            label(graphic("a.png"));
            label(graphic("a"));
            label("\\includegraphics{a.png}");
            string s='a.csv'; write(input(s));
            """)
    void aFileThatIsReadGoesAlong(String source) throws IOException {
        write("a.csv", "");
        write("a.png", "");

        assertEquals(2, names(gather(source)).size());
    }

    @Test
    void modulesOfModulesGoAlongOnceAndEndNowhere() throws IOException {
        write("a.asy", "import b; input(\"data.csv\");");
        write("b.asy", "import a; import graph;");
        write("data.csv", "1,2");

        assertEquals(Set.of("a.asy", "b.asy", "data.csv", "figure.asy"), names(gather("import a; import b;")));
    }

    @Test
    void aFileThatIsReadAndNotThereIsNamedWithItsPlace() throws IOException {
        GatheredFigure figure = gather("size(3cm);\nreal[] a = input(\"data.csv\");\nimport graph; write(\"no.txt\");");

        assertEquals(
                List.of(new AbsentFile(directory.resolve("figure.asy"), 2, 18, "there is no file data.csv")),
                figure.missing());
    }

    @Test
    void aDirectoryIsNoFileAndALinkToAFileIsOne() throws IOException {
        write("elsewhere/data.csv", "1,2");
        Files.createSymbolicLink(directory.resolve("link.csv"), directory.resolve("elsewhere/data.csv"));
        Files.createSymbolicLink(directory.resolve("folder.csv"), directory.resolve("elsewhere"));

        GatheredFigure figure = gather("input(\"link.csv\"); input(\"folder.csv\"); string s = \"elsewhere\";");

        assertEquals(Set.of("figure.asy", "link.csv"), names(figure));
        assertEquals(
                List.of("folder.csv is a directory; expected a file"),
                figure.missing().stream().map(AbsentFile::why).toList());
    }

    @Test
    void aFileThatIsTooLargeForATaskGoesAlongOnlyIfItIsRead() throws IOException {
        Files.write(directory.resolve("large.csv"), new byte[2 << 20]);

        assertEquals(Set.of("figure.asy"), names(gather("label(\"large.csv\");")));
        // The server says how much it takes; more than that is not read into memory.
        assertEquals(
                (1 << 20) + 1, gather("input(\"large.csv\");").sources().files().get("large.csv").length);
    }

    @Test
    void aFileOfAnotherDirectoryCannotGoAlong() throws IOException {
        write("data/x.csv", "");
        write("lib/a.asy", "");

        List<AbsentFile> missing =
                gather("import \"lib/a\" as a;\ninput(\"data/x.csv\");").missing();

        assertEquals(
                List.of("lib/a.asy", "data/x.csv"),
                missing.stream().map(file -> file.why().split(" ")[0]).toList());
    }

    @Test
    void aFigureWithANameForPeopleGetsAPlainOne() throws IOException {
        write("Übung 1.asy", "draw(unitcircle);");

        GatheredFigure figure = FigureGatherer.gather(directory.resolve("Übung 1.asy"), List.of(), List.of());

        assertEquals("main.asy", figure.sources().main());
        assertEquals(directory.resolve("Übung 1.asy"), figure.pathOf("main.asy"));
    }

    @Test
    void aSourceWithoutEndOfStringOrCommentIsReadToItsEnd() {
        String junk = "import ".repeat(1000) + "\"" + "\\".repeat(1001) + "/*" + "*".repeat(100_000) + "from";

        assertTrue(FigureGatherer.modules(junk).size() < 3);
        assertEquals(Set.of(), FigureGatherer.modules("from"));
        assertEquals(
                Set.of("x.asy"),
                FigureGatherer.modules(
                        new String("import x".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)));
    }
}
