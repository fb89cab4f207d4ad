package asyfleet.client.asy;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.UserStreams;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.testing.FakeServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@Tag("slow")
class AsyDropInTest {

    private static final ServerMessage DONE = new ServerMessage.Complete(true, null, 7L, null);

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int asy(FakeServer server, Object... arguments) {
        return asy(server, UserStreams.pipes(InputStream.nullInputStream(), print(out), print(err)), arguments);
    }

    private int asy(FakeServer server, UserStreams streams, Object... arguments) {
        List<String> all = new ArrayList<>(List.of("--server", server.uri().toString()));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        return AsyDropIn.create(streams).execute(all.toArray(String[]::new));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static ServerMessage image(Format format) {
        return new ServerMessage.Result(format, new byte[] {1, 2, 3});
    }

    private static ClientMessage.Options optionsIn(FakeServer server) {
        return server.heard.stream()
                .filter(ClientMessage.Options.class::isInstance)
                .map(ClientMessage.Options.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"draw(unitcircle);, EPS", "settings.outformat=\"\"; settings.tex=\"pdflatex\"; draw(unitcircle);, PDF"})
    void withoutAFormatItIsTheOneOfAsy(String source, Format format) throws IOException {
        try (FakeServer server = FakeServer.answering(image(format), DONE)) {
            assertEquals(0, asy(server, "-noV", "-o", directory + "/", write("a.asy", source)));
            assertEquals(format, optionsIn(server).format());
        }
        assertTrue(Files.exists(directory.resolve("a." + format.wire())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -f svg -o DIR/out.pdf | out.svg
            -f svg -o DIR/out     | out.svg
            -f svg -o DIR/sub/    | sub/a.svg
            -f svg -o DIR/there   | there.svg
            -fsvg -oDIR/out       | out.svg
            -vfsvg --outname=DIR/out -- | out.svg
            """)
    void theNameOfTheImageIsTheOneOfAsy(String arguments, String image) throws IOException {
        Files.createDirectory(directory.resolve("there"));
        Path source = write("a.asy", "");
        try (FakeServer server = FakeServer.answering(image(Format.SVG), DONE)) {
            String all = arguments.replace("DIR", directory.toString()) + " " + source;
            assertEquals(0, asy(server, (Object[]) all.split(" ")));
            assertEquals(Format.SVG, optionsIn(server).format());
        }
        assertTrue(Files.exists(directory.resolve(image)));
    }

    @Test
    void imagesThatTheProgramNamedAreBesideTheOtherOnesAndNowhereElse() throws IOException {
        byte[] contents = {1, 2, 3};
        try (FakeServer server = FakeServer.answering(
                new ServerMessage.Result(Format.SVG, contents, "first"),
                new ServerMessage.Result(Format.SVG, contents, "../escaped"),
                new ServerMessage.Result(Format.SVG, contents, ".hidden"),
                image(Format.SVG),
                DONE)) {
            assertEquals(0, asy(server, "-f", "svg", "-o", directory + "/sub/", write("a.asy", "")));
        }
        try (Stream<Path> files = Files.walk(directory)) {
            assertEquals(
                    List.of("a-2.svg", "a-3.svg", "a.svg", "first.svg"),
                    files.filter(file -> file.toString().endsWith(".svg"))
                            .map(file ->
                                    directory.resolve("sub").relativize(file).toString())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void whatTheFleetLacksIsSaidInTheWordsOfTheFleetToo() throws IOException {
        Verdict verdict = Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)
                .explained(VerdictDetails.of("This server does not have xelatex", "start it with --tex full"));
        try (FakeServer server = FakeServer.answering(new ServerMessage.Complete(false, "failed", 7L, verdict))) {
            assertEquals(1, asy(server, "-tex", "xelatex", write("a.asy", "")));
        }
        assertTrue(said().endsWith("error: This server does not have xelatex (start it with --tex full)\n"), said());
    }

    @Test
    void optionsBecomeStatementsOnTheFirstLine() throws IOException {
        try (FakeServer server = FakeServer.answering(DONE)) {
            asy(
                    server,
                    "-f=svg",
                    "-render=4",
                    "-tex",
                    "xelatex",
                    "-iconify",
                    "-nokeep",
                    "-noprc",
                    "-u",
                    "int n=3",
                    write("a.asy", "draw(unitcircle);"));
            ClientMessage.Add add = (ClientMessage.Add) server.heard.get(0);
            assertEquals(
                    "settings.render=4; settings.tex=\"xelatex\"; settings.prc=false; int n=3; draw(unitcircle);",
                    new String(add.contents(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void messagesNameTheFileAndTheColumnOfTheUser() throws IOException {
        Path file = write("a.asy", "int x=;");
        byte[] words = "a.asy: 1.26: syntax error\n".getBytes(StandardCharsets.UTF_8);
        try (FakeServer server = FakeServer.answering(
                new ServerMessage.Output(OutputStreamName.STDERR, words),
                new ServerMessage.Complete(
                        false, "Execution failed with code 1", 1L, Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)))) {
            assertEquals(1, asy(server, "-f", "svg", "-render", "4", file));
        }
        assertEquals(file + ": 1.7: syntax error\n", said());
    }

    @Test
    void aProgramThatDrawsNothingIsNoFailure() throws IOException {
        try (FakeServer server = FakeServer.answering(new ServerMessage.Complete(
                false, "No image output", 1L, Verdict.of(EndCode.NO_IMAGE, Stage.ASYMPTOTE)))) {
            assertEquals(0, asy(server, write("a.asy", "write(1);")));
        }
        assertEquals("", said());
    }

    /** The package names the image itself, by the variable defaultfilename. */
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "doc-1")
    void aFigureThatLatexSetsInlineGetsAFileThatShowsItsImage(String name) throws IOException {
        Path source = write("doc-1.asy", "settings.tex=\"pdflatex\"; settings.inlinetex = true; draw(unitcircle);");
        ServerMessage drawn = new ServerMessage.Result(Format.PDF, new byte[] {1, 2, 3}, name);
        try (FakeServer server = FakeServer.answering(drawn, DONE)) {
            assertEquals(0, asy(server, "-o", directory + "/", source));
            ClientMessage.Add add = (ClientMessage.Add) server.heard.get(0);
            String sent = new String(add.contents(), StandardCharsets.UTF_8);
            assertTrue(sent.contains("settings.inlinetex = false;"), sent);
        }
        assertEquals(
                "\\includegraphics{" + directory.resolve("doc-1.pdf") + "}%\n",
                Files.readString(directory.resolve("doc-1.tex")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -keep         | asy: option -keep is not supported by the fleet: files between source and image stay there
            -k            | asy: option -keep is not supported by the fleet: files between source and image stay there
            -outpipe=2    | asy: option -outpipe is not supported by the fleet
            -fitscreen    | asy: option -fitscreen is not supported by the fleet
            -zzz          | asy: option -zzz is not supported by the fleet
            -inlinetex    | asy: option -inlinetex is not supported by the fleet
            -f gif        | asy: format gif is not supported by the fleet; expected svg, pdf, png, html or eps
            -tex troff    | asy: option -tex is 'troff'; expected latex, pdflatex, xelatex, lualatex, tex, pdftex, luatex, context, none
            -f            | asy: option -outformat wants a value
            """)
    void whatTheFleetDoesNotHaveIsRefusedByName(String arguments, String answer) {
        try (FakeServer server = FakeServer.answering(DONE)) {
            assertEquals(1, asy(server, (Object[]) arguments.split(" ")));
            assertEquals(List.of(), server.heard);
        }
        assertEquals(answer + "\n", said());
    }

    @Test
    void aSourceFromAPipeNeedsNoName() {
        byte[] source = "draw(unitcircle);".getBytes(StandardCharsets.UTF_8);
        UserStreams piped = UserStreams.pipes(new ByteArrayInputStream(source), print(out), print(err));
        try (FakeServer server = FakeServer.answering(image(Format.SVG), DONE)) {
            assertEquals(0, asy(server, piped, "-f", "svg", "-o", directory + "/"));
            assertArrayEquals(source, ((ClientMessage.Add) server.heard.get(0)).contents());
        }
        assertTrue(Files.exists(directory.resolve("out.svg")));
    }

    /** As pandoc-plot looks whether asy is there. */
    @Test
    void itsSettingsArePrintedWithoutAFleet() {
        FakeServer server = FakeServer.answering(DONE);
        server.close();

        assertEquals(0, asy(server, "-environment"));
        assertTrue(said().contains("-pdfviewer             [xdg-open]\n"), said());
    }

    @Test
    void aPersonAtATerminalIsToldWhereThePromptIs() {
        UserStreams typed =
                new UserStreams(InputStream.nullInputStream(), print(out), print(err), true, false, false, Map.of());
        try (FakeServer server = FakeServer.answering(DONE)) {
            assertEquals(1, asy(server, typed));
        }
        assertEquals("asy: no file given; a prompt is at 'asyfleet shell'\n", said());
    }

    @Test
    void theViewerOfAsyShowsTheImage() throws IOException {
        Path viewer = write("viewer", "#!/bin/sh\ncp \"$1\" '" + directory.resolve("shown") + "'\n");
        assertTrue(viewer.toFile().setExecutable(true));
        UserStreams desktop = new UserStreams(
                InputStream.nullInputStream(),
                print(out),
                print(err),
                false,
                false,
                false,
                Map.of("ASYMPTOTE_PDFVIEWER", viewer.toString()));
        try (FakeServer server = FakeServer.answering(image(Format.PDF), DONE)) {
            assertEquals(0, asy(server, desktop, "-V", "-f", "pdf", "-o", directory + "/", write("a.asy", "")));
        }
        await().until(() -> Files.exists(directory.resolve("shown")));
    }

    @Test
    void aViewerThatIsNotThereIsNamedAndTheImageIsWritten() throws IOException {
        UserStreams desktop = new UserStreams(
                InputStream.nullInputStream(),
                print(out),
                print(err),
                false,
                false,
                false,
                Map.of("ASYMPTOTE_PDFVIEWER", "/no/viewer"));
        try (FakeServer server = FakeServer.answering(image(Format.PDF), DONE)) {
            assertEquals(0, asy(server, desktop, "-V", "-f", "pdf", "-o", directory + "/", write("a.asy", "")));
        }
        assertTrue(Files.exists(directory.resolve("a.pdf")));
        assertTrue(said().endsWith("a.pdf: there is no program /no/viewer\n"), said());
    }

    @Test
    void aFileThatIsNotThereIsToldAsAsyTellsIt() {
        try (FakeServer server = FakeServer.answering(DONE)) {
            assertEquals(1, asy(server, "nothere"));
        }
        assertEquals("error: could not load module 'nothere'\n", said());
    }
}
