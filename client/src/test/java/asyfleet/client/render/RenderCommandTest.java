package asyfleet.client.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.testing.FakeServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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
        List<String> all = new ArrayList<>(List.of("--server", server.uri().toString()));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        CommandLine command =
                new CommandLine(new RenderCommand(print(out), print(err))).setErr(new PrintWriter(print(err)));
        return command.execute(all.toArray(String[]::new));
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
    void aDirectoryMeansAllItsFigures() throws IOException {
        Path target = Files.createDirectory(directory.resolve("images"));
        Files.writeString(directory.resolve("other.asy"), "");
        Files.writeString(directory.resolve("notes.txt"), "");
        try (FakeServer server = FakeServer.answering(IMAGE, DONE)) {
            assertEquals(0, render(server, directory, "-o", target, "--parallel", 1));
        }
        assertTrue(Files.exists(target.resolve("figure.svg")));
        assertTrue(Files.exists(target.resolve("other.svg")));
    }

    @Test
    void includedFilesGoAlong() throws IOException {
        Path data = Files.writeString(directory.resolve("data.csv"), "1,2");
        try (FakeServer server = FakeServer.answering(DONE)) {
            render(server, figure, "-i", data);

            List<String> names = server.heard.stream()
                    .filter(ClientMessage.Add.class::isInstance)
                    .map(message -> ((ClientMessage.Add) message).filename())
                    .toList();
            assertEquals(List.of("figure.asy", "data.csv"), names);
        }
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
        assertTrue(said().contains("figure.asy: waiting, about 2 s\nwarning\n"), said());
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
    void aFullQueueIsTheFleets() {
        try (FakeServer server = FakeServer.answering(new ServerMessage.Denied("Queue full", EndCode.QUEUE_FULL))) {
            assertEquals(3, render(server, figure));
        }
    }

    @Test
    void anOptionThatTheServerRefusesIsWrongUsage() {
        try (FakeServer server =
                FakeServer.answering(new ServerMessage.Denied("timeout 77 is not allowed", EndCode.BAD_REQUEST))) {
            assertEquals(2, render(server, figure, "--timeout", 77));
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
            render(server, nowhere);
            render(server, figure, "-o", directory.resolve("no/such/directory/a.svg"));
        }
        assertTrue(said().contains("nowhere.asy: cannot be read: there is no " + nowhere), said());
        assertFalse(said().contains("Exception"), said());
    }

    @Test
    void wrongArgumentsAreRefusedBeforeAnythingIsSent() {
        try (FakeServer server = FakeServer.answering(DONE)) {
            assertEquals(2, render(server, figure, "-f", "gif"));
            assertEquals(2, render(server, figure, figure, "-o", directory.resolve("one.svg")));
            assertEquals(2, render(server, figure, "--parallel", 0));
            assertEquals(2, render(server));
            assertEquals(List.of(), server.heard);
        }
    }
}
