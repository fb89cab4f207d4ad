package asyfleet.queueserver.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.RecordingSocket;
import asyfleet.queueserver.TestQueueServer;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The last words of each door to a client whose task still runs when its queue server stops. */
@Tag("slow")
class ServerStopTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static FakeSlots slots;

    private QueueServer server;

    @BeforeAll
    static void start() {
        slots = new FakeSlots(REDIS.redis());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        slots.close();
        REDIS.close();
    }

    @BeforeEach
    void open() {
        server = TestQueueServer.start(REDIS, "--drain-limit=200ms", "--auth-token=limiter-token");
    }

    @Test
    void aWebSocketClientIsToldWhyItIsClosed() throws Exception {
        RecordingSocket client = RecordingSocket.connect(server, "/asy");
        client.socket()
                .sendText("add {\"filename\":\"main.asy\",\"main\":true}", true)
                .join();
        client.socket()
                .sendBinary(ByteBuffer.wrap("draw(unitcircle);".getBytes(StandardCharsets.UTF_8)), true)
                .join();
        client.socket().sendText("run", true).join();
        assertEquals("queue {\"passed\":true}", client.next());
        server.close();

        assertEquals(
                "close 1001 this server restarts and cannot wait for the task any longer; run it again", client.next());
    }

    @Test
    void aClientOfTheRequestLimiterIsToldWhyItIsClosed() throws Exception {
        RecordingSocket client = RecordingSocket.connect(server, "/ws/limiter-token");
        server.close();

        assertEquals("close 1001 the server is shutting down", client.next());
    }

    @Test
    void aRenderIsAnsweredAndItsTaskAborted() throws Exception {
        slots.leftAlone.clear();
        slots.connected.clear();
        CompletableFuture<HttpResponse<String>> answer = CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(server.address() + "/api/render?cache=false"))
                        .POST(BodyPublishers.ofString("draw(unitsquare);"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        slots.connected.poll(20, TimeUnit.SECONDS);
        server.close();

        assertEquals(503, answer.get(20, TimeUnit.SECONDS).statusCode());
        assertTrue(answer.join().headers().firstValue("Retry-After").isPresent());
        assertEquals("left", slots.leftAlone.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void whoListensToATaskIsToldToListenElsewhere() throws Exception {
        String begun = CLIENT.send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/api/tasks?cache=false"))
                                .POST(BodyPublishers.ofString("draw(unitsquare);"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        String events =
                JsonMapper.shared().readTree(begun).path("links").path("events").asString();
        HttpResponse<Stream<String>> stream = CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.address() + events)).build(),
                HttpResponse.BodyHandlers.ofLines());
        server.close();

        List<String> lines = stream.body().toList();
        assertTrue(lines.contains("event: reconnect"), lines.toString());
    }
}
