package asyfleet.queueserver.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetThreads;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerProcess;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The request limiter over real sockets, with several queue servers that meet in a real Redis. */
@Tag("slow")
class LimiterServersTest {

    private static final String TOKEN = "a-token%2Fwith-a-slash";
    private static RedisFixture redis;
    private static NetThreads threads;
    private static QueueServer one;
    private static QueueServer two;

    @BeforeAll
    static void serve() {
        redis = RedisFixture.start();
        threads = NetThreads.create(2);
        one = queueServer();
        two = queueServer();
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
        threads.close();
        redis.close();
    }

    @Test
    void countsAreThoseOfAllServersTogether() {
        LimiterClient here = client(one);
        LimiterClient there = client(two);

        assertTrue(here.start("1", "shared", 2));
        assertTrue(there.start("1", "shared", 2));
        assertFalse(here.start("2", "shared", 2));
        assertEquals(2, there.count("shared"));
        there.end("1");
        Awaitility.await().until(() -> here.count("shared") == 1); // an end is not answered
        assertTrue(here.start("2", "shared", 2));
    }

    @Test
    void aConnectionThatIsCutEndsItsRequests() {
        LimiterClient cut = client(one);
        LimiterClient other = client(two);
        assertTrue(cut.start("1", "cut", 1));
        cut.cut();

        Awaitility.await().until(() -> other.count("cut") == 0);
    }

    @Test
    void aBadParameterIsNamedAndTheConnectionGoesOn() {
        LimiterClient client = client(one);
        client.send(new LimiterRequest.StartRequest("1", "twice", 5));
        client.send(new LimiterRequest.StartRequest("1", "twice", 5));

        assertInstanceOf(LimiterReply.StartRequestAck.class, afterError(client));
        assertTrue(client.isOpen());
    }

    private static LimiterReply afterError(LimiterClient client) {
        LimiterReply first = client.nextReply();
        LimiterReply second = client.nextReply();
        LimiterReply error = first instanceof LimiterReply.Error ? first : second;
        assertEquals(LimiterReply.Error.REQUEST_ID_DUPLICATED, ((LimiterReply.Error) error).code());
        return error == first ? second : first;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws", "/ws/", "/ws/wrong", "/ws/a-token/", "/ws/other-token/more", "/ws/other-token%00"})
    void withoutTheTokenThereIsNoWayInHoweverOneAsks(String path) throws Exception {
        CheckedHttpClient http = CheckedHttpClient.create();
        URI uri = URI.create(one.address() + path);
        HttpResponse<String> plain = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        URI socket = URI.create(uri.toString().replace("http:", "ws:"));
        CompletionException refused = assertThrows(CompletionException.class, () -> http.newWebSocketBuilder()
                .buildAsync(socket, new WebSocket.Listener() {})
                .join());

        assertEquals(403, plain.statusCode(), plain.body());
        assertEquals(
                403,
                ((WebSocketHandshakeException) refused.getCause()).getResponse().statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/"})
    void withTheTokenAPlainRequestIsToldToAskForAWebSocket(String end) throws Exception {
        URI uri = URI.create(one.address() + "/ws/" + TOKEN + end);
        int status = CheckedHttpClient.create()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();

        assertEquals(426, status);
    }

    @Test
    void whatIsSaidBeforeAnAcknowledgementCountsInItsOrder() {
        LimiterClient client = client(one);
        client.send(new LimiterRequest.StartRequest("1", "order", 1));
        client.send(new LimiterRequest.EndRequest("1"));
        client.send(new LimiterRequest.StartRequest("2", "order", 1));
        client.send(new LimiterRequest.EndRequest("2"));
        client.send(new LimiterRequest.GetRequestCount("order"));
        client.send(new LimiterRequest.StartRequest("1", "order", 1));

        assertEquals(new LimiterReply.StartRequestAck("1", false), client.nextReply());
        assertEquals(new LimiterReply.StartRequestAck("2", false), client.nextReply());
        assertEquals(new LimiterReply.RequestCount("order", 0), client.nextReply());
        assertEquals(new LimiterReply.StartRequestAck("1", false), client.nextReply());
    }

    @Test
    void aKilledServersRequestsEndWithItsLeaseUnlessTheirClientsRepeatThem() {
        QueueServerProcess doomed = QueueServerProcess.start(redis, "--auth-token=a-token/with-a-slash", "--lease=15s");
        LimiterClient there = new LimiterClient(threads, doomed.port(), TOKEN);
        assertTrue(there.start("1", "killed", 1));
        assertTrue(there.start("2", "repeated", 1));
        doomed.kill();

        LimiterClient here = client(one);
        assertFalse(here.start("other", "killed", 1));
        assertFalse(here.start("other", "repeated", 1));
        assertTrue(client(one).start("2", "repeated", 1));
        assertEquals(1, here.count("repeated"));
        assertFalse(client(two).start("2", "repeated", 1), "its place is taken once");
        assertFalse(here.start("other", "repeated", 1));
        Awaitility.await().until(() -> here.count("killed") == 0);
        assertTrue(here.start("other", "killed", 1));
    }

    @Test
    void aClientThatLooksTheSameIsRefusedWhileTheOtherOnesServerLives() {
        LimiterClient first = client(one);
        LimiterClient second = client(two);
        assertTrue(first.start("same", "alike", 1));

        assertFalse(second.start("same", "alike", 1));
        assertEquals(1, second.count("alike"));
        first.end("same");
        Awaitility.await().until(() -> second.count("alike") == 0);
    }

    private static LimiterClient client(QueueServer server) {
        return new LimiterClient(threads, server.port(), TOKEN);
    }

    private static QueueServer queueServer() {
        Map<String, String> environment =
                Map.of("REDIS_URL", redis.uri(), "PORT", "0", "AUTH_TOKEN", "other-token,a-token/with-a-slash");
        return QueueServer.start(QueueServerSettings.read(
                QueueServerSettings.SPEC.read(List.of("--drain-limit", "1s", "--lease", "15s"), environment)));
    }
}
