package asyfleet.client.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.MissingFile;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConversationTest {

    private static final byte[] PROGRAM = "draw(unitcircle);".getBytes(StandardCharsets.UTF_8);
    private static final byte[] LONG = new byte[5000];
    private static final String LONG_HASH = Sha256.hex(LONG);
    private static final TaskSources SOURCES = new TaskSources(Map.of("a.asy", PROGRAM), "a.asy");
    private static final TaskSources LONG_SOURCES = new TaskSources(Map.of("b.asy", LONG), "b.asy");

    private final RecentUploads uploads = new RecentUploads();
    private final List<ClientMessage> sent = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private boolean closed;

    private final Conversation.Link link = new Conversation.Link() {
        @Override
        public void release() {
            close();
        }

        @Override
        public void send(ClientMessage message) {
            sent.add(message);
        }

        @Override
        public void close() {
            closed = true;
        }
    };

    private final TaskObserver listener = new TaskObserver() {
        @Override
        public void waiting(Optional<Duration> estimate) {
            told.add("waiting " + estimate.map(Duration::toMillis).orElse(-1L));
        }

        @Override
        public void lacking(Set<Absence> absent) {
            told.add(Absence.inWords(absent));
        }

        @Override
        public void started() {
            told.add("started");
        }

        @Override
        public void output(OutputStreamName stream, byte[] contents) {
            told.add(stream + " " + new String(contents, StandardCharsets.UTF_8));
        }

        @Override
        public void image(Image image) {
            told.add("image " + image.format());
        }
    };

    private Conversation conversation(TaskSources sources, TaskOptions options) {
        return new Conversation(sources, options, listener, uploads);
    }

    private Conversation connected(TaskSources sources) {
        Conversation conversation = conversation(sources, TaskOptions.DEFAULT);
        conversation.connected(link);
        return conversation;
    }

    @Test
    void aLongFileIsSentWithItsHashSoThatTheServerKeepsIt() {
        connected(LONG_SOURCES);

        assertEquals(
                List.of(new ClientMessage.Add("b.asy", true, LONG_HASH, false, LONG), new ClientMessage.Run()), sent);
    }

    @Test
    void aShortFileIsSentWithoutAHashSoThatNobodyKeepsIt() {
        connected(SOURCES);
        connected(SOURCES);

        List<ClientMessage> once = List.of(ClientMessage.Add.of("a.asy", true, PROGRAM), new ClientMessage.Run());
        assertEquals(Stream.of(once, once).flatMap(List::stream).toList(), sent);
    }

    @Test
    void optionsAreSentWhenTheyAreNotTheDefault() {
        TaskOptions options = new TaskOptions(false, 3000, Format.PDF, StderrMode.SEPARATE, 2);
        conversation(SOURCES, options).connected(link);

        assertTrue(sent.contains(new ClientMessage.Options(false, 3000, Format.PDF, StderrMode.SEPARATE, 2)));
    }

    @Test
    void aLongFileThatTheServerWasGivenBeforeIsRestored() {
        connected(LONG_SOURCES);
        sent.clear();
        connected(LONG_SOURCES);

        assertEquals(List.of(ClientMessage.Add.restored("b.asy", true, LONG_HASH), new ClientMessage.Run()), sent);
    }

    @Test
    void aFileThatIsMissingIsSentAgainAndRunAgain() {
        connected(LONG_SOURCES);
        sent.clear();
        Conversation second = connected(LONG_SOURCES);
        sent.clear();

        second.received(new ServerMessage.Missing(List.of(new MissingFile("b.asy", LONG_HASH))));

        assertEquals(
                List.of(new ClientMessage.Add("b.asy", true, LONG_HASH, false, LONG), new ClientMessage.Run()), sent);
    }

    @Test
    void aServerThatKeepsAskingForTheSameFileIsLeft() {
        Conversation conversation = connected(LONG_SOURCES);
        ServerMessage missing = new ServerMessage.Missing(List.of(new MissingFile("b.asy", LONG_HASH)));
        conversation.received(missing);
        conversation.received(missing);

        assertInstanceOf(TaskOutcome.Lost.class, conversation.outcome().join());
        assertTrue(closed);
    }

    @Test
    void theListenerHearsOfWaitOutputAndImagesInOrder() {
        Conversation conversation = connected(SOURCES);
        conversation.received(new ServerMessage.Queue(false, 1500L));
        conversation.received(new ServerMessage.Queue(false, null));
        conversation.received(new ServerMessage.Queue(true, null));
        conversation.received(new ServerMessage.Output(OutputStreamName.STDOUT, "hi".getBytes(StandardCharsets.UTF_8)));
        conversation.received(new ServerMessage.Result(Format.SVG, new byte[3]));

        assertEquals(List.of("waiting 1500", "waiting -1", "started", "STDOUT hi", "image SVG"), told);
        assertFalse(conversation.outcome().isDone());
    }

    @Test
    void theListenerHearsWhatTheFleetHasNoneOf() {
        Conversation conversation = connected(SOURCES);
        conversation.received(ServerMessage.Queue.without(Set.of(Absence.SCHEDULERS, Absence.BACKENDS)));
        conversation.received(new ServerMessage.Queue(false, null));
        conversation.received(ServerMessage.Queue.lost(true, Set.of(Absence.BACKENDS)));

        assertEquals(
                List.of(
                        "waiting -1",
                        "no machine is up, no scheduler is up",
                        "waiting -1",
                        "waiting -1",
                        "no machine is up"),
                told);
    }

    @Test
    void completeEndsWithAllImagesAndTheTime() {
        Conversation conversation = connected(SOURCES);
        conversation.received(new ServerMessage.Result(Format.SVG, new byte[3]));
        conversation.received(new ServerMessage.Result(Format.SVG, new byte[4]));
        conversation.received(new ServerMessage.Complete(true, null, 212L, null));

        TaskOutcome.Rendered rendered = assertInstanceOf(
                TaskOutcome.Rendered.class, conversation.outcome().join());
        assertEquals(2, rendered.images().size());
        assertEquals(Optional.of(Duration.ofMillis(212)), rendered.time());
        assertTrue(closed);
    }

    @Test
    void aFailureKeepsThePartialImage() {
        Conversation conversation = connected(SOURCES);
        conversation.received(new ServerMessage.Result(Format.SVG, new byte[3]));
        conversation.received(new ServerMessage.Complete(false, "Execution failed with code 1", 5L, null));

        TaskOutcome.Failed failed = assertInstanceOf(
                TaskOutcome.Failed.class, conversation.outcome().join());
        assertEquals("Execution failed with code 1", failed.error());
        assertEquals(1, failed.images().size());
    }

    @Test
    void aDenialIsToldApartFromAFailure() {
        Conversation conversation = connected(SOURCES);
        conversation.received(new ServerMessage.Denied("Queue full", EndCode.QUEUE_FULL, "4bf9"));

        assertEquals(
                new TaskOutcome.Denied("Queue full", Optional.of(EndCode.QUEUE_FULL), Optional.of("4bf9")),
                conversation.outcome().join());
    }

    @Test
    void onlyTheFirstEndCounts() {
        Conversation conversation = connected(SOURCES);
        conversation.cancel();
        conversation.lost("the server closed the connection");
        conversation.received(new ServerMessage.Complete(true, null, 1L, null));

        assertEquals(new TaskOutcome.Cancelled(), conversation.outcome().join());
    }

    @Test
    void aConnectionThatComesAfterTheCancellationIsClosedUnused() {
        Conversation conversation = conversation(SOURCES, TaskOptions.DEFAULT);
        conversation.cancel();
        conversation.connected(link);

        assertTrue(closed);
        assertEquals(List.of(), sent);
    }

    @Test
    void inputBeforeTheConnectionMeansNothing() {
        Conversation conversation = conversation(SOURCES, TaskOptions.DEFAULT);
        conversation.tell(new ClientMessage.Input(PROGRAM));

        assertEquals(List.of(), sent);
    }

    @Test
    void imagesBeyondTheBoundEndTheTask() {
        Conversation conversation = connected(SOURCES);
        byte[] big = new byte[32 << 20];
        for (int i = 0; i <= Conversation.MOST_IMAGE_BYTES / big.length; i++) {
            conversation.received(new ServerMessage.Result(Format.PNG, big));
        }

        assertInstanceOf(TaskOutcome.Lost.class, conversation.outcome().join());
    }
}
