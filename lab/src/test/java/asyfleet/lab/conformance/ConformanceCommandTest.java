package asyfleet.lab.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.testing.FakeServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** The suite against servers that break the protocol; that the product passes is shown where its services are. */
@Timeout(120)
@Tag("slow")
class ConformanceCommandTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int run(String... arguments) {
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new CommandLine(new ConformanceCommand(print)).execute(arguments);
    }

    private List<String> printed() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private String last() {
        return printed().get(printed().size() - 1);
    }

    private long count(String mark) {
        return printed().stream().filter(line -> line.startsWith(mark + "  ")).count();
    }

    /** Answers every {@code run} with success and no image, and hangs up without a word where it should refuse. */
    private static FakeServer careless() {
        return FakeServer.following((message, connection) -> {
            if (message instanceof ClientMessage.Run) {
                connection.say(new ServerMessage.Complete(true, null, 1L, null));
                connection.close(CloseReason.NORMAL, "");
            }
        });
    }

    @Test
    void aServerThatSucceedsWithoutAnImageFails() {
        try (FakeServer server = careless()) {
            // What this server ever says, it says at once.
            assertEquals(1, run(server.uri().toString(), "--patience", "2"));
        }
        assertTrue(count("FAIL") > 50, last());
        assertEquals(count("pass") + " passed, " + count("FAIL") + " failed", last());
    }

    @Test
    void aFailureShowsWhatWasExpectedAndWhatWasSeen() {
        try (FakeServer server = careless()) {
            run(server.uri().toString(), "--only", "Without a format");
        }
        assertEquals(
                List.of(
                        "FAIL  Without a format the image is SVG",
                        "      expected result {\"format\": \"svg\"}; saw complete {\"success\":true,\"time\":1}",
                        "0 passed, 1 failed"),
                printed());
    }

    @Test
    void aBackendThatLetsEverybodyInFails() {
        try (FakeServer server = FakeServer.answering()) {
            String backend = server.uri().resolve("/").toString();

            assertEquals(1, run(backend, "--direct", "--only", "A connection beyond the slots"));
        }
        assertTrue(printed().get(1).contains("saw 32 let in"), out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aServerThatSaysMoreAfterTheEndFails() {
        ServerMessage end = new ServerMessage.Complete(false, "No image output", 1L, null);
        try (FakeServer server = FakeServer.answering(end, end)) {
            assertEquals(1, run(server.uri().toString(), "--only", "draws nothing"));
        }
        assertTrue(
                printed().get(1).contains("nothing but the end of the connection"),
                printed().toString());
    }

    @Test
    void aServerThatSaysNothingFails() {
        try (FakeServer server = FakeServer.answering()) {
            assertEquals(1, run(server.uri().toString(), "--only", "draws nothing", "--patience", "1"));
        }
        assertTrue(printed().get(1).endsWith("saw nothing for 1 s"), printed().toString());
    }

    @Test
    void aServerThatIsNotThereFails() {
        String gone;
        try (FakeServer server = FakeServer.answering()) {
            gone = server.uri().toString();
        }
        assertEquals(1, run(gone, "--only", "draws nothing"));
    }

    @Test
    void aCheckThatHoldsPasses() {
        try (FakeServer server = careless()) {
            assertEquals(0, run(server.uri().toString(), "--only", "complete says how long"));
        }
        assertEquals("1 passed, 0 failed", last());
    }

    @Test
    void everySentenceStandsForOneCheck() {
        for (Dialect dialect : Dialect.values()) {
            List<String> sentences = Suite.checks(dialect).stream()
                    .map(ConformanceCheck::sentence)
                    .toList();

            assertEquals(sentences.stream().distinct().toList(), sentences);
        }
    }
}
