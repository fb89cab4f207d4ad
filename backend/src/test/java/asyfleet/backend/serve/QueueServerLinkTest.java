package asyfleet.backend.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.link.OutgoingMessage;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.MessageReader;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The backend's end of a link, with frames as the queue server would send and see them. */
class QueueServerLinkTest {

    private static final ServerMessage.Complete END = new ServerMessage.Complete(true, null, 1L, null);
    private static final long MOST_BYTES = 8 << 20;

    private final OwnerThread owner = new OwnerThread("test-owner");
    private final TaskAddresses addresses = new TaskAddresses(MOST_BYTES);
    private final EmbeddedChannel link = new EmbeddedChannel(new QueueServerLink(addresses));

    @AfterEach
    void stop() {
        link.finishAndReleaseAll();
        owner.close();
    }

    @Test
    void aTaskIsFetchedWithItsTokenOnceAndSaysAllThatItHasToSay() {
        Served task = new Served();
        task.served.said(output("early"));
        task.served.ended(END);

        send(LinkFrame.open(1, task.token));
        send(LinkFrame.open(2, task.token));

        assertEquals(List.of("1 OPENED", "1 Output early", "1 Complete", "2 CLOSE"), heard());
        assertTrue(task.isOver(), "nothing of it is left here");
    }

    @Test
    void aTokenThatIsGuessedFetchesNothing() {
        Served task = new Served();

        send(LinkFrame.open(1, "AAAAAAAAAAAAAAAAAAAAAA"));

        assertEquals(List.of("1 CLOSE"), heard());
        assertTrue(addresses.take(task.token).isPresent());
    }

    @Test
    void everyTaskLosesItsClientWhenTheLinkEnds() {
        Served one = new Served().openedAs(1);
        Served other = new Served().openedAs(2);

        link.close();
        settle();

        assertTrue(one.aborted && other.aborted);
    }

    @Test
    void aTaskThatNobodyWaitsForAnyMoreIsAbortedAndTheOthersGoOn() {
        Served one = new Served().openedAs(1);
        Served other = new Served().openedAs(2);

        send(LinkFrame.close(1, ""));
        other.served.said(output("still here"));

        assertEquals(List.of("2 Output still here"), heard());
        assertTrue(one.aborted);
        assertFalse(other.aborted);
    }

    @Test
    void aTaskWhoseClientReadsNothingHoldsUpNobody() {
        Served large = new Served().openedAs(1);
        Served small = new Served().openedAs(2);
        byte[] picture = new byte[1 << 20];
        picture[picture.length - 1] = 7;
        large.served.said(new ServerMessage.Result(Format.PDF, picture));
        List<LinkFrame> unread = frames();
        small.served.ended(END);

        assertEquals(List.of("2 Complete"), heard());
        long sent = unread.stream().mapToLong(LinkFrame::cost).sum();
        assertTrue(
                sent >= LinkFrame.WINDOW_BYTES && sent < LinkFrame.WINDOW_BYTES + LinkFrame.MAX_BYTES, "sent " + sent);

        MessageReader<ServerMessage> reader = MessageReader.client(TaskLimits.DEFAULT);
        ServerMessage read = null;
        while (read == null) {
            assertFalse(unread.isEmpty(), "credit brings more");
            for (LinkFrame frame : unread) {
                read = frame.read(reader);
                send(LinkFrame.credit(1, frame.cost()));
            }
            unread = frames();
        }
        assertArrayEquals(
                picture, assertInstanceOf(ServerMessage.Result.class, read).contents());
    }

    @Test
    void tasksThatHaveMuchToSayTakeTurns() {
        Served one = new Served().openedAs(1);
        Served other = new Served().openedAs(2);
        own(() -> {
            one.served.said(new ServerMessage.Result(Format.PDF, new byte[100_000]));
            other.served.said(new ServerMessage.Result(Format.PDF, new byte[100_000]));
        });

        List<Integer> order = frames().stream().map(LinkFrame::task).toList();

        assertTrue(order.indexOf(2) < order.lastIndexOf(1), order.toString());
        assertTrue(order.indexOf(1) < order.lastIndexOf(2), order.toString());
    }

    @Test
    void whatAQueueServerSaysReachesItsTask() {
        Served task = new Served().openedAs(5);

        say(5, ClientMessage.Options.timeout(1500));

        assertEquals(List.of(Duration.ofMillis(1500)), task.limits);
    }

    @Test
    void aMistakeInOneTaskEndsThisTaskWithAWordAndNotTheOthers() {
        Served wrong = new Served().openedAs(1);
        Served other = new Served().openedAs(2);

        send(new LinkFrame(LinkFrame.Kind.TEXT, 1, "jump".getBytes(StandardCharsets.UTF_8)));
        settle();

        assertEquals(List.of("1 Complete"), heard());
        assertTrue(wrong.aborted);
        assertFalse(other.aborted);
        assertTrue(link.isOpen());
    }

    @Test
    void aTaskThatIsHandedBackIsClosedWithoutComplete() {
        Served task = new Served().openedAs(1);

        own(task.served::handBack);

        assertEquals(List.of("1 CLOSE"), heard());
    }

    @Test
    void aFrameThatNoQueueServerSendsEndsTheLinkWithAReason() {
        new Served().openedAs(1);

        send(LinkFrame.opened(1));

        assertEquals(CloseReason.PROTOCOL_ERROR, closeFrame().statusCode());
    }

    @Test
    void creditThatWasNeverSpentEndsTheLink() {
        new Served().openedAs(1);

        send(LinkFrame.credit(1, 1));

        assertEquals(CloseReason.PROTOCOL_ERROR, closeFrame().statusCode());
    }

    @Test
    void aServerThatStopsClosesTheLinkWhenItsLastTaskHasEnded() {
        Served task = new Served().openedAs(1);
        link.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        assertEquals(List.of(), heard());

        task.served.ended(END);
        settle();

        assertEquals("1 Complete", word(link.readOutbound()));
        assertEquals(CloseReason.GOING_AWAY, closeFrame().statusCode());
    }

    private void send(LinkFrame frame) {
        link.writeInbound(frame);
        settle();
    }

    private void say(int task, ClientMessage message) {
        OutgoingMessage outgoing = OutgoingMessage.of(message);
        while (!outgoing.isSent()) {
            send(outgoing.next(task));
        }
    }

    /** Whatever is on its way between the event loop and the owner has arrived. */
    private void settle() {
        for (int i = 0; i < 3; i++) {
            CompletableFuture.runAsync(() -> {}, owner).join();
            link.runPendingTasks();
        }
    }

    private void own(Runnable step) {
        CompletableFuture.runAsync(step, owner).join();
    }

    private List<LinkFrame> frames() {
        settle();
        List<LinkFrame> frames = new ArrayList<>();
        for (Object frame = link.readOutbound(); frame != null; frame = link.readOutbound()) {
            frames.add((LinkFrame) frame);
        }
        return frames;
    }

    private List<String> heard() {
        return frames().stream().map(this::word).filter(word -> !word.isEmpty()).toList();
    }

    private final MessageReader<ServerMessage> messages = MessageReader.client(TaskLimits.DEFAULT);

    /** The frame in words; empty for one that only begins a message. */
    private String word(LinkFrame frame) {
        String task = frame.task() + " ";
        return switch (frame.kind()) {
            case TEXT, PART, LAST -> {
                ServerMessage message = frame.read(messages);
                if (message == null) {
                    yield "";
                }
                String contents = message instanceof ServerMessage.Output output
                        ? " " + new String(output.contents(), StandardCharsets.UTF_8)
                        : "";
                yield task + message.getClass().getSimpleName() + contents;
            }
            case OPEN, OPENED, CREDIT, CLOSE -> task + frame.kind();
        };
    }

    private CloseWebSocketFrame closeFrame() {
        settle();
        return assertInstanceOf(CloseWebSocketFrame.class, link.readOutbound());
    }

    private static ServerMessage output(String text) {
        return new ServerMessage.Output(OutputStreamName.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A task that runs, and what happens to it; written by the owner, read when all has settled. */
    private final class Served implements ServedTask.Watcher, Execution {

        private final ServedTask served = addresses.prepare(owner, this);
        private final String token = addresses.open(served);
        private final List<Duration> limits = new ArrayList<>();
        private boolean aborted;
        private boolean over;

        Served() {
            own(() -> served.start(false, listener -> this));
        }

        Served openedAs(int number) {
            send(LinkFrame.open(number, token));
            assertEquals(List.of(number + " OPENED"), heard());
            return this;
        }

        boolean isOver() {
            settle();
            return over;
        }

        @Override
        public void ended(ServerMessage.Complete complete) {
            // Its slot would be free now.
        }

        @Override
        public void over() {
            over = true;
        }

        @Override
        public void input(byte[] contents) {
            throw new AssertionError("no shell");
        }

        @Override
        public void shorten(Duration limit) {
            limits.add(limit);
        }

        @Override
        public void abort() {
            aborted = true;
        }
    }
}
