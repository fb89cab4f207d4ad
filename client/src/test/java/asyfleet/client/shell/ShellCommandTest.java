package asyfleet.client.shell;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.UserStreams;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.testing.FakeServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
@Tag("slow")
class ShellCommandTest {

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Draws and answers each line with its length, and ends at {@code quit}. */
    private static FakeServer echo() {
        return FakeServer.following((message, connection) -> {
            if (message instanceof ClientMessage.Run) {
                connection.say(new ServerMessage.Queue(true, null));
            }
            if (message instanceof ClientMessage.Input input) {
                String line = new String(input.contents(), StandardCharsets.UTF_8);
                if (line.equals("quit\n")) {
                    connection.say(new ServerMessage.Complete(true, null, 1L, null));
                } else {
                    byte[] answer = (line.strip().length() + "\n").getBytes(StandardCharsets.UTF_8);
                    connection.say(new ServerMessage.Output(OutputStreamName.STDOUT, answer));
                    connection.say(new ServerMessage.Result(Format.PNG, new byte[] {7}));
                }
            }
        });
    }

    private int shell(FakeServer server, String typed, Path picture) {
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        UserStreams streams =
                UserStreams.pipes(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), print, print);
        return new CommandLine(new ShellCommand(streams))
                .execute("--server", server.uri().toString(), "-o", picture.toString());
    }

    @Test
    void everyLineIsAnsweredAndThePictureIsWritten() throws IOException {
        Path picture = directory.resolve("plot.png");
        try (FakeServer server = echo()) {
            assertEquals(0, shell(server, "write(6*7);\nquit\n", picture));
        }
        assertEquals("11\nwrote " + picture + "\n", out.toString(StandardCharsets.UTF_8));
        assertArrayEquals(new byte[] {7}, Files.readAllBytes(picture));
    }

    @Test
    void withoutAServerNobodyIsAskedForALine() {
        FakeServer server = echo();
        server.close();
        InputStream person = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("a line was read");
            }
        };
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);

        int exitCode = new CommandLine(new ShellCommand(UserStreams.pipes(person, print, print)))
                .execute(
                        "--server",
                        server.uri().toString(),
                        "-o",
                        directory.resolve("a.png").toString());

        assertEquals(3, exitCode);
        String said = out.toString(StandardCharsets.UTF_8);
        assertTrue(said.matches("asyfleet shell: no server answers at .*; name yours with --server .*\n"), said);
    }

    @Test
    void theEndOfTheInputEndsTheShell() {
        try (FakeServer server = echo()) {
            assertEquals(0, shell(server, "", directory.resolve("a.png")));
        }
    }

    @Test
    void aCharacterThatComesInTwoPartsIsShownAsOneAndAByteThatIsNoneIsMarked() throws IOException {
        byte[] text = "Ω€\u00ff\n".getBytes(StandardCharsets.UTF_8);
        try (FakeServer server = FakeServer.following((message, connection) -> {
            if (message instanceof ClientMessage.Run) {
                connection.say(new ServerMessage.Queue(true, null));
                for (byte part : text) {
                    connection.say(new ServerMessage.Output(OutputStreamName.STDOUT, new byte[] {part}));
                }
                byte[] none = {(byte) 0xff, '!'};
                connection.say(new ServerMessage.Output(OutputStreamName.STDOUT, none));
                connection.say(new ServerMessage.Complete(true, null, 1L, null));
            }
        })) {
            assertEquals(0, shell(server, "", directory.resolve("a.png")));
        }
        assertEquals("Ω€\u00ff\n\ufffd!", out.toString(StandardCharsets.UTF_8));
    }
}
