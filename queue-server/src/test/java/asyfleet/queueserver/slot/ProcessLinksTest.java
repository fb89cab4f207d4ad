package asyfleet.queueserver.slot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.Liveness;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.link.LinkAddress;
import asyfleet.protocol.link.LinkCodec;
import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.link.OutgoingMessage;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.Owner;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The queue server's end of links, with a process that says what the test wants. */
@Tag("slow")
class ProcessLinksTest {

    private static final int WAITING_BYTES = 4 << 20;
    private static final ServerMessage.Complete END = new ServerMessage.Complete(true, null, 1L, null);

    private final NetThreads threads = NetThreads.create(2);
    private final Owner owner = new EventLoopOwner(threads.loops().next());
    private final FakeProcess process = new FakeProcess();
    private final ProcessLinks links = links();

    private ProcessLinks links() {
        Liveness quick = new Liveness(Duration.ofMillis(300), 2, Duration.ofSeconds(30));
        ConnectorSettings settings = ConnectorSettings.DEFAULT.withLiveness(quick);
        WebSocketConnector connector = new WebSocketConnector(threads, settings);
        WaitingBytes waiting = WaitingBytes.of(WAITING_BYTES, new PrometheusRegistry());
        Duration timeout = Duration.ofSeconds(20);
        WebSocketLinks single = new WebSocketLinks(connector, TaskLimits.DEFAULT, timeout, waiting);
        return new ProcessLinks(single, connector, threads, TaskLimits.DEFAULT, timeout, waiting);
    }

    @AfterEach
    void stop() {
        process.server.close();
        threads.close();
    }

    @Test
    void tasksOfOneProcessShareAConnection() {
        Heard one = open("one");
        Heard other = open("other");
        assertEquals("opened", one.next());
        assertEquals("opened", other.next());

        process.say(2, new ServerMessage.Result(Format.SVG, new byte[] {1}));
        process.say(2, END);
        process.say(1, END);

        assertEquals("Result", other.next());
        assertEquals("Complete", other.next());
        assertEquals("Complete", one.next());
        assertEquals(1, process.links.size());
    }

    @Test
    void aLargePictureComesWholeBecauseCreditIsGiven() {
        Heard task = open("one");
        assertEquals("opened", task.next());
        byte[] picture = new byte[1 << 20];
        picture[picture.length - 1] = 7;

        process.say(1, new ServerMessage.Result(Format.PDF, picture));

        assertEquals("Result", task.next());
        assertArrayEquals(
                picture, assertInstanceOf(ServerMessage.Result.class, task.last).contents());
        process.awaitCredit(picture.length / 2);
    }

    @Test
    void aTaskForWhichThereIsNoRoomIsToldSoAndTheOthersGoOn() {
        Heard large = open("large");
        Heard other = open("other");
        assertEquals("opened", large.next());
        assertEquals("opened", other.next());

        process.say(1, new ServerMessage.Result(Format.PDF, new byte[WAITING_BYTES + 1]));
        process.say(2, END);

        assertEquals("overflowed", large.next());
        assertEquals("Complete", other.next());
    }

    @Test
    void everyTaskIsLostWhenTheLinkEndsAndTheNextTaskGetsANewLink() {
        Heard one = open("one");
        Heard other = open("other");
        assertEquals("opened", one.next());
        assertEquals("opened", other.next());

        process.links.remove().close();

        assertEquals("closed", one.next());
        assertEquals("closed", other.next());
        assertEquals("opened", open("third").next());
    }

    @Test
    void aTaskThatCannotHandleItsNewsDisturbsNoOther() {
        Heard faulty = open("one");
        Heard other = open("other");
        assertEquals("opened", faulty.next());
        assertEquals("opened", other.next());
        faulty.fails = true;

        process.say(1, new ServerMessage.Result(Format.SVG, new byte[] {1}));
        process.say(2, new ServerMessage.Result(Format.SVG, new byte[] {1}));
        assertEquals("Result", other.next());
        process.links.remove().close();

        assertEquals("closed", other.next());
    }

    @Test
    void aSilentLinkIsGivenUpForAllItsTasks() {
        Heard one = open("one");
        Heard other = open("other");
        assertEquals("opened", one.next());
        assertEquals("opened", other.next());

        process.links.peek().config().setAutoRead(false); // it answers no ping

        assertEquals("closed", one.next());
        assertEquals("closed", other.next());
    }

    @Test
    void aTaskThatIsNotThereHasFailedAndTheOthersGoOn() {
        Heard gone = open("gone");
        Heard other = open("other");

        assertEquals("failed", gone.next());
        assertEquals("opened", other.next());
    }

    @Test
    void aBackendThatSaysTwiceThatTheTaskIsHereIsHeardOnce() {
        Heard task = open("one");
        assertEquals("opened", task.next());

        process.send(LinkFrame.opened(1));
        process.say(1, END);

        assertEquals("Complete", task.next());
    }

    @Test
    void aTaskThatTheBackendEndsWithoutCompleteIsLost() {
        Heard task = open("one");
        assertEquals("opened", task.next());

        process.send(LinkFrame.close(1, "the backend is shutting down"));

        assertEquals("closed", task.next());
    }

    @Test
    void aMessageThatIsNoneLosesItsTaskOnly() {
        Heard one = open("one");
        Heard other = open("other");
        assertEquals("opened", one.next());
        assertEquals("opened", other.next());

        process.send(new LinkFrame(LinkFrame.Kind.TEXT, 1, "jump".getBytes()));
        process.say(2, END);

        assertEquals("closed", one.next());
        assertEquals("Complete", other.next());
    }

    @Test
    void whatATaskIsToldReachesItAndHangingUpDoesToo() {
        Heard task = open("one");
        assertEquals("opened", task.next());
        assertEquals("OPEN", process.next());

        task.link.send(ClientMessage.Options.timeout(1500));
        task.link.close();

        assertEquals("TEXT", process.next());
        assertEquals("CLOSE", process.next());
    }

    @Test
    void aProcessThatRefusesTheLinkIsReachedAtTheAddressOfTheTaskItself() {
        Heard task = new Heard();
        links.open(LinkAddress.write(process.url(), "one", "unknown"), owner, task);

        assertEquals("opened", task.next());
        assertEquals("Complete", task.next());
        assertEquals(0, process.links.size());
    }

    @Test
    void anAddressWithoutALinkIsConnectedToAsTheDocumentSays() {
        Heard task = new Heard();
        links.open(process.url() + "/task/one", owner, task);

        assertEquals("opened", task.next());
        assertEquals("Complete", task.next());
    }

    @Test
    void nobodyThereIsAFailureOfEachTask() {
        process.server.close();

        assertEquals("failed", open("one").next());
    }

    private Heard open(String token) {
        Heard heard = new Heard();
        links.open(LinkAddress.write(process.url(), token, FakeProcess.LINK), owner, heard);
        return heard;
    }

    /** A listener that notes what it hears in words. The fields are written by its thread before the word is there. */
    private static final class Heard implements BackendLink.Listener {

        private final BlockingQueue<String> words = new LinkedBlockingQueue<>();
        private volatile BackendLink link;
        private volatile ServerMessage last;
        private volatile boolean fails;

        String next() {
            return take(words);
        }

        @Override
        public boolean keepsMessages() {
            return true;
        }

        @Override
        public void failed(Throwable reason) {
            words.add("failed");
        }

        @Override
        public void opened(BackendLink opened) {
            link = opened;
            words.add("opened");
        }

        @Override
        public void message(ServerMessage message) {
            failIfWanted();
            last = message;
            words.add(message.getClass().getSimpleName());
        }

        @Override
        public void overflowed() {
            words.add("overflowed");
        }

        @Override
        public void closed() {
            failIfWanted();
            words.add("closed");
        }

        private void failIfWanted() {
            if (fails) {
                throw new IllegalStateException("a bug");
            }
        }
    }

    private static <T> T take(BlockingQueue<T> words) {
        try {
            T word = words.poll(60, TimeUnit.SECONDS);
            assertTrue(word != null, "nothing more is heard");
            return word;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A backend process that has a task behind every token but {@code gone}. */
    private final class FakeProcess {

        private static final String LINK = "process-1";

        private final BlockingQueue<Channel> links = new LinkedBlockingQueue<>();
        private final BlockingQueue<LinkFrame> frames = new LinkedBlockingQueue<>();
        private final NetServer server;

        FakeProcess() {
            Routes routes = Routes.builder()
                    .webSocket("/link/" + LINK, link())
                    .webSocket("/task/{token}", WebSocketRoute.of((pipeline, request) -> {
                        pipeline.addLast(TaskCodec.server(TaskLimits.DEFAULT));
                        pipeline.channel().eventLoop().execute(() -> pipeline.writeAndFlush(END));
                    }))
                    .build();
            server = NetServer.start(NetServerSettings.onLoopback(0), routes, Operations.create(), threads);
        }

        private WebSocketRoute link() {
            return WebSocketRoute.of((pipeline, request) -> {
                        links.add(pipeline.channel());
                        pipeline.addLast(LinkCodec.create());
                        pipeline.addLast(new Answers());
                    })
                    .withSubprotocols(LinkFrame.SUBPROTOCOL)
                    .withMaxFrameBytes(LinkFrame.MAX_BYTES);
        }

        String url() {
            return "ws://127.0.0.1:" + server.port();
        }

        String next() {
            return take(frames).kind().name();
        }

        void send(LinkFrame frame) {
            links.peek().pipeline().lastContext().writeAndFlush(frame);
        }

        /** Without regard to credit: what comes too early has to be stood. */
        void say(int task, ServerMessage message) {
            OutgoingMessage outgoing = OutgoingMessage.of(message);
            while (!outgoing.isSent()) {
                send(outgoing.next(task));
            }
        }

        /** Returns when so much credit was given. */
        void awaitCredit(long bytes) {
            long given = 0;
            while (given < bytes) {
                LinkFrame frame = take(frames);
                given += frame.kind() == LinkFrame.Kind.CREDIT ? frame.credit() : 0;
            }
        }

        private final class Answers extends SimpleChannelInboundHandler<LinkFrame> {

            @Override
            protected void channelRead0(ChannelHandlerContext ctx, LinkFrame frame) {
                frames.add(frame);
                if (frame.kind() == LinkFrame.Kind.OPEN) {
                    ctx.writeAndFlush(
                            frame.text().equals("gone")
                                    ? LinkFrame.close(frame.task(), "no task is served here")
                                    : LinkFrame.opened(frame.task()));
                }
            }
        }
    }
}
