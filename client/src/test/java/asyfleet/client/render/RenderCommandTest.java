package asyfleet.client.render;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.ServerAdvice;
import asyfleet.client.command.UserStreams;
import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.testing.FakeServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(60)
@Tag("slow")
class RenderCommandTest {

    private static final ServerMessage IMAGE = new ServerMessage.Result(Format.SVG, new byte[] {1, 2, 3});
    private static final ServerMessage DONE = new ServerMessage.Complete(true, null, 7L, null);

    @TempDir
    private Path directory;

    private Path figure;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void writeFigure() throws IOException {
        figure = Files.writeString(directory.resolve("figure.asy"), "draw(unitcircle);");
    }

    private int render(FakeServer server, Object... arguments) {
        return renderPiped(server, "", arguments);
    }

    private int renderPiped(FakeServer server, String input, Object... arguments) {
        List<String> all = new ArrayList<>(List.of("--server", server.uri().toString()));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        UserStreams streams = UserStreams.pipes(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), print(out), print(err));
        CommandLine command =
                new CommandLine(new RenderCommand(streams, new OpenBatches())).setErr(new PrintWriter(print(err)));
        return command.execute(all.toArray(String[]::new));
    }

    private Path write(String name, String text) throws IOException {
        Files.createDirectories(directory.resolve(name).getParent());
        return Files.writeString(directory.resolve(name), text);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theImageIsWritten() throws IOException {
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(0, render(server, figure, "-o", directory.resolve("x.svg")));
        }
        assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(directory.resolve("x.svg")));
    }

    @Test
    void severalImagesOfAFigureAreNumbered() {
        try (FakeServer server = FakeServer.answering(IMAGE, IMAGE, DONE)) {
            assertEquals(0, render(server, figure, "-o", directory));
        }
        assertTrue(Files.exists(directory.resolve("figure.svg")));
        assertTrue(Files.exists(directory.resolve("figure-2.svg")));
    }

    @Test
    void aDirectoryMeansAllItsFiguresButNotTheirModules() throws IOException {
        write("sub/other.asy", "import style;");
        write("sub/style.asy", "");
        write(".hidden/no.asy", "");
        write("notes.txt", "");
        Path target = directory.resolve("images");
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(0, render(server, directory, "-o", target, "--parallel", 1));
        }
        try (Stream<Path> images = Files.walk(target)) {
            assertEquals(
                    List.of("figure.svg", "sub/other.svg"),
                    images.filter(Files::isRegularFile)
                            .map(image -> target.relativize(image).toString())
                            .sorted()
                            .toList());
        }
        assertTrue(said().contains("2 rendered in "), said());
    }

    @Test
    void aPatternMeansAllThatMatch() throws IOException {
        write("sub/deep/a.asy", "");
        write("sub/b.asy", "");
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(0, render(server, directory + "/sub/**.asy"));
            assertEquals(2, render(server, directory + "/sub/*.tex"));
        }
        assertTrue(Files.exists(directory.resolve("sub/deep/a.svg")));
        assertTrue(Files.exists(directory.resolve("sub/b.svg")));
    }

    @Test
    void twoFiguresNeverBecomeOneFile() throws IOException {
        Path one = write("d1/x.asy", "");
        Path other = write("d2/x.asy", "");
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(2, render(server, one, other, "-o", directory + "/out/"));
            assertEquals(2, render(server, one, "-o", other));
            assertEquals(List.of(), server.heard);

            assertEquals(0, render(server, one, other, one));
        }
        assertTrue(Files.exists(directory.resolve("d1/x.svg")));
        assertTrue(Files.exists(directory.resolve("d2/x.svg")));
        assertTrue(said().contains(one + " and " + other + " would both become " + directory + "/out/x.svg"), said());
    }

    @Test
    void aSecondImageDoesNotReplaceTheImageOfAnotherFigure() throws IOException {
        Path other = write("figure-2.asy", "");
        try (FakeServer server = FakeServer.answering(IMAGE, IMAGE, DONE)) {
            assertEquals(2, render(server, figure, other));
        }
        assertTrue(said().contains("figure-2.svg is the image of " + other), said());
    }

    @Test
    void aSourceFromAPipeBecomesAnImageInAPipe() {
        ServerMessage words = new ServerMessage.Output(OutputStreamName.STDOUT, new byte[] {'h', 'i'});
        try (FakeServer server = FakeServer.answering(words, IMAGE, DONE)) {
            assertEquals(0, renderPiped(server, "draw(unitcircle);", "-"));
        }
        assertArrayEquals(new byte[] {1, 2, 3}, out.toByteArray());
        assertEquals("hi", said());
    }

    @Test
    void theFormatIsWhatTheFileIsCalled() {
        try (FakeServer server = FakeServer.answering(DONE)) {
            render(server, figure, "-o", directory.resolve("x.png"));
            assertTrue(server.heard.stream()
                    .anyMatch(message ->
                            message instanceof ClientMessage.Options options && options.format() == Format.PNG));
            assertEquals(2, render(server, figure, "-f", "svg", "-o", directory.resolve("x.png")));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            --dpi 300 --transparent | -     | 300 | true | -    | 0
            --scale 4 -v 2          | -     | 288 | -    | -    | 2
            --text --timeout 10s    | 10000 | -   | -    | true | 0
            """)
    void whatIsSaidAboutThePictureReachesTheFleet(
            String arguments, Integer millis, Integer dpi, Boolean transparent, Boolean text, int verbosity) {
        List<Object> all = new ArrayList<>(List.of(arguments.split(" +")));
        all.addAll(List.of(figure, "-f", "png,svg", "-q"));
        try (FakeServer server = FakeServer.answering(DONE)) {
            render(server, all.toArray());
            TaskOptions sent = server.heard.stream()
                    .filter(ClientMessage.Options.class::isInstance)
                    .map(message -> TaskOptions.DEFAULT.with((ClientMessage.Options) message))
                    .findFirst()
                    .orElseThrow();
            assertEquals(new PictureOptions(List.of(Format.PNG, Format.SVG), dpi, transparent, text), sent.picture());
            assertEquals(millis, sent.timeoutMillis());
            assertEquals(verbosity, sent.verbosity());
        }
    }

    @Test
    void programsReadALineOfJsonForEachFigure() {
        VerdictDetails details = VerdictDetails.of("no variable", "hint").at("figure.asy", 4, 6);
        Verdict verdict = Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE).explained(details);
        try (FakeServer server = FakeServer.answering(new ServerMessage.Complete(false, "failed", 3L, verdict))) {
            assertEquals(1, render(server, figure, "--json"));
        }
        String[] lines = out.toString(StandardCharsets.UTF_8).split("\n");
        assertTrue(
                lines[0].replaceAll("\"ms\":[0-9]+", "\"ms\":0")
                        .equals("{\"figure\":\"" + figure + "\",\"rendered\":false,\"images\":[],\"ms\":0,\"file\":\""
                                + figure + "\",\"line\":4,\"column\":6,\"summary\":\"no variable\",\"hint\":\"hint\","
                                + "\"stdout\":\"\",\"stderr\":\"\"}"),
                lines[0]);
        assertTrue(lines[1].startsWith("{\"figures\":1,\"rendered\":0,\"failed\":1,"), lines[1]);
    }

    @Test
    void withoutAServerOneLineSaysHowToStartOne() throws IOException {
        Path other = write("other.asy", "");
        FakeServer server = FakeServer.answering(DONE);
        server.close();

        assertEquals(3, render(server, figure, other, "-q"));
        assertTrue(
                said().matches("asyfleet render: no server answers at .*; name yours with --server URL .*\n"), said());
    }

    @Test
    void aLinkToTheImageOfAnotherFigureIsNoPlaceForAnImage() throws IOException {
        Path a = write("a.asy", "");
        Path b = write("b.asy", "");
        Path image = write("b.svg", "before");
        Files.createSymbolicLink(directory.resolve("a.svg"), image);
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(2, render(server, a, b));
            assertEquals(List.of(), server.heard);
        }
        assertTrue(said().contains("would both become"), said());
        assertEquals("before", Files.readString(image));
    }

    @ParameterizedTest
    @CsvSource({"/home/me/checkout/asyfleet, start one with './asyfleet up'", "'', name yours with --server URL"})
    void whoHasNoCheckoutIsNotToldOfItsCommands(String launcher, String advice) {
        assertTrue(ServerAdvice.of(Map.of("ASYFLEET_LAUNCHER", launcher)).startsWith("; " + advice));
    }

    @Test
    void aSavedFileIsRenderedAgain() throws Exception {
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            Thread user = new Thread(() -> render(server, figure, "--watch"));
            user.start();
            try {
                await().until(() -> said().contains("watching"));
                Files.delete(directory.resolve("figure.svg"));
                write("helper.asy", "");
                write("figure.asy", "import helper;");
                await().until(() -> Files.exists(directory.resolve("figure.svg")));
                await().until(() -> said().split("watching").length == 3);
                Files.delete(directory.resolve("figure.svg"));
                write("helper.asy", "int x;");
                await().until(() -> Files.exists(directory.resolve("figure.svg")));
            } finally {
                user.interrupt();
                user.join();
            }
        }
    }

    @Test
    void aFileThatIsNotThereYetIsWatchedAndSoIsOneThatAnEditorReplaces() throws Exception {
        Path later = directory.resolve("later/new.asy");
        Path image = directory.resolve("later/new.svg");
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            Thread user = new Thread(() -> render(server, later, "--watch"));
            user.start();
            try {
                await().until(() -> said().contains("watching"));
                Files.createDirectories(later.getParent());
                Files.move(write("draft", "draw(unitcircle);"), later);
                await().until(() -> said().split("watching").length == 3);
                Files.delete(image);

                Files.delete(later);
                await().until(() -> said().split("cannot be read: there is no " + later).length == 3);
                Files.createSymbolicLink(later, write("real/source.asy", "draw(unitsquare);"));
                await().until(() -> Files.exists(image));
                Files.delete(image);

                Files.move(write("draft", "dot((0,0));"), directory.resolve("real/source.asy"), REPLACE_EXISTING);
                await().until(() -> Files.exists(image));
            } finally {
                user.interrupt();
                user.join();
            }
        }
    }

    @Test
    void aLinkToADirectoryMeansItsFigures() throws IOException {
        write("real/a.asy", "");
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));
        Files.createSymbolicLink(directory.resolve("real/loop"), directory);
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(0, render(server, link, "-o", directory + "/images/"));
            assertEquals(0, render(server, link + "/*.asy", "-f", "svg"));
        }
        assertTrue(Files.exists(directory.resolve("images/a.svg")));
        assertTrue(said().contains(link.resolve("a.asy") + ": wrote " + link.resolve("a.svg")), said());
    }

    @Test
    void aFigureThatIsNewInAWatchedDirectoryIsRendered() throws Exception {
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            Thread user = new Thread(() -> render(server, directory, "--watch"));
            user.start();
            try {
                await().until(() -> said().contains("watching"));
                write("second.asy", "");
                await().until(() -> Files.exists(directory.resolve("second.svg")));
                write("sub/third.asy", "");
                await().until(() -> Files.exists(directory.resolve("sub/third.svg")));
            } finally {
                user.interrupt();
                user.join();
            }
        }
    }

    @Test
    void standardInputCannotBeWatched() {
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(2, renderPiped(server, "draw(unitcircle);", "-", "--watch"));
            assertEquals(List.of(), server.heard);
        }
        assertTrue(said().startsWith("--watch cannot see when standard input changes; expected files"), said());
    }

    @Test
    void aFigureThatIsSavedWhileItIsRenderedIsRenderedAnewAndTheOlderIsAborted() throws Exception {
        try (FakeServer server = FakeServer.answering()) { // no answer: the rendering goes on
            Thread user = new Thread(() -> render(server, figure, "--watch"));
            user.start();
            try {
                await().until(() -> runs(server) == 1);
                write("figure.asy", "draw(unitsquare);");
                await().until(() -> runs(server) == 2);
                await().until(server.left::isDone);
            } finally {
                user.interrupt();
                user.join();
            }
        }
        assertTrue(said().contains("saved: " + figure), said());
    }

    private static long runs(FakeServer server) {
        return server.heard.stream().filter(ClientMessage.Run.class::isInstance).count();
    }

    @Test
    void includedFilesGoAlong() throws IOException {
        Path data = Files.writeString(directory.resolve("data.csv"), "1,2");
        try (FakeServer server = FakeServer.answering(DONE)) {
            assertEquals(0, render(server, figure, "-i", data));

            List<String> names = server.heard.stream()
                    .filter(ClientMessage.Add.class::isInstance)
                    .map(message -> ((ClientMessage.Add) message).filename())
                    .toList();
            assertEquals(List.of("figure.asy", "data.csv"), names);
        }
    }

    @Test
    void whoWaitsBecauseNoMachineIsUpIsToldSo() {
        try (FakeServer server = FakeServer.following((message, connection) -> {
            if (message instanceof ClientMessage.Run) {
                connection.say(ServerMessage.Queue.without(Set.of(Absence.BACKENDS)));
                CompletableFuture.runAsync(() -> {
                    await().until(() -> said().contains("no machine is up"));
                    connection.say(IMAGE);
                    connection.say(DONE);
                });
            }
        })) {
            assertEquals(0, render(server, figure, "-o", directory));
        }
        assertTrue(said().startsWith("asyfleet render: no machine is up; waiting until that changes\n"), said());
    }

    @Test
    void whatTheProgramWritesGoesWhereItWroteIt() {
        try (FakeServer server = FakeServer.answering(
                new ServerMessage.Queue(false, 2400L),
                new ServerMessage.Output(OutputStreamName.STDOUT, "out\n".getBytes(StandardCharsets.UTF_8)),
                new ServerMessage.Output(OutputStreamName.STDERR, "warning\n".getBytes(StandardCharsets.UTF_8)),
                DONE)) {
            render(server, figure, "-o", directory);
        }
        assertEquals("out\n", out.toString(StandardCharsets.UTF_8));
        assertEquals("warning\n", said());
    }

    @Test
    void aProgramThatFailsIsToldSoThatAnEditorFindsThePlace() {
        VerdictDetails details =
                VerdictDetails.of("no variable 'grph'", "did you mean 'graph'?").at("figure.asy", 4, 6);
        Verdict verdict = Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE).explained(details);
        try (FakeServer server =
                FakeServer.answering(new ServerMessage.Complete(false, "Execution failed with code 1", 3L, verdict))) {
            assertEquals(1, render(server, figure, "-q"));
        }
        assertEquals(figure + ":4:6: error: no variable 'grph' (did you mean 'graph'?)\n", said());
    }

    @Test
    void anErrorWithoutAnExplanationIsToldInTheWordsOfTheProtocol() {
        try (FakeServer server =
                FakeServer.answering(new ServerMessage.Complete(false, "Execution failed with code 1", 3L, null))) {
            assertEquals(1, render(server, figure, "-q"));
        }
        assertEquals(figure + ": error: Execution failed with code 1\n", said());
    }

    @Test
    void aFaultOfTheFleetIsNotTheProgrammes() {
        Verdict verdict = Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET);
        try (FakeServer server =
                FakeServer.answering(new ServerMessage.Complete(false, "The backend was lost", null, verdict))) {
            assertEquals(3, render(server, figure));
        }
    }

    @Test
    void aFaultOfTheFleetSaysWhatItsOperatorFindsItBy() {
        Verdict verdict = Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET);
        try (FakeServer server = FakeServer.answering(
                new ServerMessage.Complete(false, "The backend was lost", null, verdict, "4bf92f35"))) {
            assertEquals(3, render(server, figure));
        }
        assertTrue(said().contains("name this to your operator: 4bf92f35"), said());
    }

    @Test
    void aFaultOfTheProgramIsForNoOperator() {
        Verdict verdict = Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE);
        try (FakeServer server = FakeServer.answering(
                new ServerMessage.Complete(false, "Execution failed with code 1", 3L, verdict, "4bf92f35"))) {
            assertEquals(1, render(server, figure));
        }
        assertFalse(said().contains("4bf92f35"), said());
    }

    @Test
    void aFullQueueIsTheFleets() {
        try (FakeServer server = FakeServer.answering(new ServerMessage.Denied("Queue full", EndCode.QUEUE_FULL))) {
            assertEquals(3, render(server, figure));
        }
    }

    @Test
    void anOptionThatTheServerRefusesIsWrongUsage() {
        try (FakeServer server =
                FakeServer.answering(new ServerMessage.Denied("timeout 77 is not allowed", EndCode.BAD_REQUEST))) {
            assertEquals(2, render(server, figure, "--timeout", "77ms"));
        }
    }

    @Test
    void ofSeveralFiguresTheWorstEndCounts() {
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(2, render(server, figure, directory.resolve("nowhere.asy"), "-o", directory));
        }
        assertTrue(Files.exists(directory.resolve("figure.svg")));
    }

    @Test
    void aFileThatIsNotThereIsNamedWithoutJava() {
        Path nowhere = directory.resolve("nowhere.asy");
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(2, render(server, nowhere));
            assertEquals(2, render(server, figure, "-o", directory.resolve("no/such/directory/a.svg")));
            assertEquals(List.of(), server.heard);
        }
        assertTrue(said().contains("nowhere.asy: error: cannot be read: there is no " + nowhere), said());
        assertTrue(said().contains("there is no directory " + directory.resolve("no/such/directory")), said());
        assertFalse(said().contains("Exception"), said());
    }

    @Test
    void wrongArgumentsAreRefusedBeforeAnythingIsSent() throws IOException {
        Path other = write("other.asy", "");
        try (FakeServer server = FakeServer.answering(DONE)) {
            assertEquals(2, render(server, figure, "-f", "gif"));
            assertEquals(2, render(server, figure, other, "-o", directory.resolve("one.svg")));
            assertEquals(2, render(server, figure, "--timeout", "soon"));
            assertEquals(2, render(server, figure, "-i", directory));
            assertEquals(2, render(server, figure, "-i", directory.resolve("none")));
            assertEquals(2, render(server, figure, "-i", other, "-i", write("sub/other.asy", "")));
            assertEquals(2, render(server, figure, "--parallel", 0));
            assertEquals(2, render(server));
            assertEquals(List.of(), server.heard);
        }
        assertTrue(said().contains("--include " + directory + " is a directory; expected a file"), said());
        assertTrue(said().contains(directory.resolve("sub/other.asy") + " have one name"), said());
    }
}
