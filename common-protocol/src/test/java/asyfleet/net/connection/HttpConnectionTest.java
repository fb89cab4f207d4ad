package asyfleet.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.SharedBounds;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.net.http.BodySink;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.http.UploadMeters;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Behaviour that depends on the order of events, with a clock and an event loop that the test moves. */
class HttpConnectionTest {

    private static final String WAIT = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String UPGRADE = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    private static final int ROOM = 8 << 20;

    private final CompletableFuture<Response> answer = new CompletableFuture<>();
    private final CompletableFuture<Optional<Response>> admission = new CompletableFuture<>();
    private final CompletableFuture<Request> asked = new CompletableFuture<>();
    private final CompletableFuture<BodySink> stream = new CompletableFuture<>();
    private final Routes routes = Routes.builder()
            .get("/wait", request -> answer)
            .post("/wait", request -> answer)
            .get("/told", request -> {
                asked.complete(request);
                return answer;
            })
            .get("/stream", RequestHandler.answering(request -> Response.events(stream::complete)))
            .get(
                    "/bug",
                    RequestHandler.answering(request -> Response.events(sink -> {
                        throw new IllegalStateException("a bug");
                    })))
            .webSocket("/ws", WebSocketRoute.of((pipeline, request) -> {}).withAdmission(request -> admission))
            .build();
    private final WaitingBytes waiting = WaitingBytes.of(ROOM, new PrometheusRegistry());
    private EmbeddedChannel channel = channel();

    private EmbeddedChannel channel() {
        return channel(UploadMeters.NONE);
    }

    private EmbeddedChannel channel(UploadMeters uploads) {
        EmbeddedChannel created = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            }
        };
        created.freezeTime();
        HttpPipeline.install(
                created.pipeline(),
                new ConnectionContext(
                        routes,
                        ConnectionLimits.DEFAULT,
                        new SharedBounds(uploads, waiting),
                        new HttpMetrics(new PrometheusRegistry()),
                        false,
                        () -> true));
        return created;
    }

    private void receive(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    }

    private String sent() {
        channel.runPendingTasks();
        StringBuilder text = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            text.append(bytes.toString(StandardCharsets.ISO_8859_1));
            bytes.release();
        }
        return text.toString();
    }

    private void pass(long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void anAnswerGivenAfterTheServerBeganToStopClosesTheConnection() {
        receive(WAIT);
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        assertTrue(channel.isOpen());
        answer.complete(Response.text(200, "last"));
        assertTrue(sent().contains("connection: close"));
        assertFalse(channel.isOpen());
    }

    @Test
    void anAnswerThatComesAfterTheTimeToStopIsUpIsNotSentBesideTheOther() {
        receive(WAIT);
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        channel.pipeline().fireUserEventTriggered(ServerStopping.TIME_IS_UP);
        answer.complete(Response.text(200, "too late"));
        String bytes = sent();
        assertTrue(bytes.startsWith("HTTP/1.1 503"), bytes);
        assertFalse(bytes.contains("too late"), bytes);
        assertFalse(channel.isOpen());
    }

    @Test
    void anIdleConnectionClosesWhenTheServerStops() {
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        assertFalse(channel.isOpen());
    }

    @Test
    void aRequestThatIsBeingServedHasNoDeadline() {
        receive(WAIT);
        pass(3600);
        assertTrue(channel.isOpen());
        answer.complete(Response.text(200, "at last"));
        assertTrue(sent().endsWith("at last"));
    }

    @Test
    void theDeadlineOfTheNextRequestStartsWithTheAnswer() {
        pass(59);
        receive(WAIT);
        pass(59);
        answer.complete(Response.empty(204));
        pass(59);
        assertTrue(channel.isOpen());
        pass(1);
        assertFalse(channel.isOpen());
    }

    @Test
    void aBodyOnItsWayKeepsItsDeadlineWhenTheAnswerBeforeItIsSent() {
        receive(WAIT);
        receive("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf");
        pass(30);
        answer.complete(Response.text(200, "first"));
        assertTrue(sent().endsWith("first"));
        pass(30);
        String late = sent();
        assertTrue(late.startsWith("HTTP/1.1 408"), late);
    }

    @Test
    void aRequestThatIsHalfThereWhenTheServerStopsIsStillServed() {
        receive("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf");
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        receive(" more");
        answer.complete(Response.text(200, "served"));
        assertTrue(sent().endsWith("served"));
        assertFalse(channel.isOpen());
    }

    @Test
    void nothingMoreIsReadFromAClientForAsLongAsItsMeterSays() {
        channel = channel(head -> bytes -> bytes > 100 ? TimeUnit.SECONDS.toNanos(3) : 0);
        receive("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n");
        assertTrue(channel.config().isAutoRead());
        receive("x".repeat(200));
        assertFalse(channel.config().isAutoRead());
        pass(2);
        assertFalse(channel.config().isAutoRead());
        pass(1);
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void bytesThatComeWithTheHeaderLinesAreMeasuredToo() {
        channel = channel(head -> bytes -> TimeUnit.SECONDS.toNanos(3));
        receive("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhello");
        assertFalse(channel.config().isAutoRead());
    }

    @Test
    void aRequestAfterTheOneThatSentTooMuchIsHeardAtOnce() {
        channel = channel(head -> bytes -> TimeUnit.SECONDS.toNanos(3));
        receive("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello");
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void aRequestThatSendsNothingIsNotMeasured() {
        channel = channel(head -> {
            throw new AssertionError("nothing to measure");
        });
        receive(WAIT);
        answer.complete(Response.text(200, "free"));
        assertTrue(sent().endsWith("free"));
    }

    @Test
    void whatIsSentOverAWebSocketIsMeasuredOnTheMeterOfItsRequest() {
        channel = channel(head -> bytes -> head.path().equals("/ws") && bytes == 6 ? TimeUnit.SECONDS.toNanos(3) : 0);
        receive(UPGRADE);
        admission.complete(Optional.empty());
        assertTrue(channel.config().isAutoRead());
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {(byte) 0x82, (byte) 0x80, 0, 0, 0, 0}));
        assertFalse(channel.config().isAutoRead());
        pass(3);
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void aRefusedBodyIsAnsweredBeforeItIsRead() {
        channel = channel(head -> {
            throw new HttpError(429, "TOO_MUCH_UPLOADED", "enough").withHeader("Retry-After", "7");
        });
        receive("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n");
        String bytes = sent();
        assertTrue(bytes.startsWith("HTTP/1.1 429"), bytes);
        assertTrue(bytes.contains("Retry-After: 7"), bytes);
    }

    @Test
    void anErrorIsAProblemToWhoeverNamesThatType() {
        String nothingThere = "GET /nowhere HTTP/1.1\r\nHost: x\r\n";
        receive(nothingThere + "Accept: image/svg+xml, application/problem+json\r\n\r\n");
        String problem = sent();
        assertTrue(problem.contains("Content-Type: application/problem+json"), problem);
        assertTrue(
                problem.endsWith(
                        "{\"type\":\"urn:problem-type:asyfleet:NOT_FOUND\",\"title\":\"Not Found\",\"status\":404,"
                                + "\"detail\":\"there is nothing at this path\",\"code\":\"NOT_FOUND\","
                                + "\"error\":\"there is nothing at this path\",\"summary\":\"there is nothing at this path\"}"),
                problem);

        receive(nothingThere + "Accept: application/json\r\n\r\n");
        String plain = sent();
        assertTrue(plain.contains("Content-Type: application/json") && plain.contains("{\"code\""), plain);
    }

    @Test
    void nothingMoreIsReadWhileARequestWaitsForItsTurn() {
        receive(WAIT);
        assertTrue(channel.config().isAutoRead());
        receive(WAIT);
        assertFalse(channel.config().isAutoRead());
        answer.complete(Response.empty(204));
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void aRequestInAPipelineThatAsksToContinueIsToldToAskWithout() {
        receive(WAIT);
        receive("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
        assertEquals("", sent());
        answer.complete(Response.text(200, "first"));
        String answers = sent();
        assertTrue(answers.indexOf("first") < answers.indexOf("HTTP/1.1 417"), answers);
    }

    @Test
    void aRefusedClientMaySendOnForAWhileAndIsThenClosed() {
        receive("nonsense\r\n\r\n");
        assertTrue(sent().startsWith("HTTP/1.1 400"));
        receive("more");
        assertTrue(channel.isOpen());
        pass(2);
        assertFalse(channel.isOpen());
    }

    @Test
    void anAnswerForAClientThatLeftGoesNowhere() {
        receive(WAIT);
        channel.close();
        answer.complete(Response.text(200, "nobody is there"));
        channel.runPendingTasks();
        assertEquals("", sent());
    }

    @Test
    void aServerThatStopsDuringTheAdmissionClosesTheNewWebSocketWith1001() {
        receive(UPGRADE);
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        assertTrue(channel.isOpen());
        admission.complete(Optional.empty());
        String bytes = sent();
        assertTrue(bytes.startsWith("HTTP/1.1 101"), bytes);
        assertTrue(bytes.endsWith("\u0003\u00e9the server is shutting down"), bytes);
    }

    @Test
    void aClientThatDoesNotWaitForTheUpgradeIsRefused() {
        receive(UPGRADE);
        receive(WAIT);
        admission.complete(Optional.empty());
        assertTrue(sent().startsWith("HTTP/1.1 400"));
    }

    @Test
    void aWebSocketThatFollowsAnAnswerHasNoDeadlineOfARequest() {
        receive(WAIT);
        receive(UPGRADE);
        admission.complete(Optional.empty());
        answer.complete(Response.text(200, "first"));
        assertTrue(sent().contains("HTTP/1.1 101"));
        pass(60);
        assertTrue(channel.isOpen());
    }

    @Test
    void nothingIsServedAfterARequestThatEndsTheConnection() {
        receive("GET /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        receive("GET /told HTTP/1.1\r\nHost: x\r\n\r\n");
        answer.complete(Response.text(200, "last"));
        assertTrue(sent().endsWith("last"));
        assertFalse(channel.isOpen());
        assertFalse(asked.isDone());
    }

    @Test
    void anAnswerOnItsWayWhenTheServerStopsIsSentToItsEnd() {
        receive("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        channel.pipeline().fireUserEventTriggered(ServerStopping.TIME_IS_UP);
        assertTrue(channel.isOpen());
        stream.join().end();
        channel.runPendingTasks();
        String bytes = sent();
        assertTrue(bytes.startsWith("HTTP/1.1 200") && bytes.endsWith("\r\n\r\n0\r\n\r\n"), bytes);
        assertFalse(channel.isOpen());
    }

    @Test
    void aRefusedClientMayReadItsErrorThoughTheServerStops() {
        receive("nonsense\r\n\r\n");
        channel.pipeline().fireUserEventTriggered(ServerStopping.EVENT);
        channel.pipeline().fireUserEventTriggered(ServerStopping.TIME_IS_UP);
        assertTrue(channel.isOpen());
        pass(2);
        assertFalse(channel.isOpen());
    }

    @Test
    void aRequestIsToldThatItsClientLeft() {
        receive("GET /told HTTP/1.1\r\nHost: x\r\n\r\n");
        assertFalse(isAbandoned(asked));
        channel.close();
        assertTrue(isAbandoned(asked));
    }

    @Test
    void aRequestIsToldThatTheTimeToStopIsUp() {
        receive("GET /told HTTP/1.1\r\nHost: x\r\n\r\n");
        assertFalse(isAbandoned(asked));
        channel.pipeline().fireUserEventTriggered(ServerStopping.TIME_IS_UP);
        assertTrue(isAbandoned(asked));
    }

    @Test
    void aBrokenRequestWaitsForItsTurnAndEndsTheConnection() {
        receive(WAIT);
        receive("nonsense\r\n\r\n");
        assertEquals("", sent());
        answer.complete(Response.text(200, "first"));
        String answers = sent();
        assertTrue(answers.indexOf("first") < answers.indexOf("HTTP/1.1 400"), answers);
        pass(2);
        assertFalse(channel.isOpen());
    }

    @Test
    void anAnswerThatFailsOnItsWayEndsTheConnection() {
        receive("GET /bug HTTP/1.1\r\nHost: x\r\n\r\n");
        assertFalse(channel.isOpen());
        assertTrue(sent().startsWith("HTTP/1.1 200"));
    }

    private static boolean isAbandoned(CompletableFuture<Request> request) {
        return request.join().peer().gone().toCompletableFuture().isDone();
    }

    @Test
    void anAnswerForWhichThereIsNoRoomIsRefusedBeforeItBegins() {
        receive(WAIT);
        answer.complete(Response.of(200, "image/png", new byte[ROOM]));

        String refusal = sent();
        assertTrue(refusal.startsWith("HTTP/1.1 503"), refusal);
        assertTrue(refusal.contains("Retry-After: 5") && refusal.contains("\"code\":\"UNAVAILABLE\""), refusal);
        assertTrue(channel.isOpen());
    }

    @Test
    void theRoomOfAnAnswerIsFreeWhenItIsSent() {
        for (int i = 0; i < 3; i++) {
            receive(WAIT);
            answer.complete(Response.of(200, "image/png", new byte[ROOM / 2]));
            assertTrue(sent().startsWith("HTTP/1.1 200"), "answer " + i);
        }
    }

    @Test
    void aStreamForWhichThereIsNoRoomEnds() {
        receive("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
        waiting.gatherer().take(ROOM / 4 * 3);
        assertTrue(stream.join().write(new byte[1]));
        assertFalse(stream.join().write(new byte[ROOM / 2]));
        assertFalse(channel.isOpen());
    }

    @Test
    void aFrameForWhichThereIsNoRoomClosesItsWebSocketWith1013() {
        admission.complete(Optional.empty());
        receive(UPGRADE);
        sent();
        channel.pipeline()
                .lastContext()
                .writeAndFlush(new BinaryWebSocketFrame(Unpooled.buffer(ROOM).writeZero(ROOM)));

        String closing = sent();
        assertEquals(1013, (closing.charAt(2) << 8) + closing.charAt(3), "a frame's header has two bytes");
    }

    @Test
    void theRoomOfAFrameIsFreeWhenItIsSent() {
        admission.complete(Optional.empty());
        receive(UPGRADE);
        for (int i = 0; i < 3; i++) {
            assertTrue(channel.writeOutbound(
                    new BinaryWebSocketFrame(Unpooled.buffer(ROOM / 2).writeZero(ROOM / 2))));
            assertTrue(sent().length() > ROOM / 2, "frame " + i);
        }
    }
}
