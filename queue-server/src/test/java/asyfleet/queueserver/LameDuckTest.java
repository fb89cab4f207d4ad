package asyfleet.queueserver;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.tasks.FakeSlots;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole queue server that is told to end. */
@Tag("slow")
class LameDuckTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aServerThatIsToldToEndIsNotReadyButServesOnForAWhileAndKeepsNoConnection() throws Exception {
        FakeSlots slots = new FakeSlots(REDIS.redis());
        slots.answer = List.of(
                new ServerMessage.Result(Format.SVG, new byte[] {'<'}),
                new ServerMessage.Complete(true, null, 7L, null));
        QueueServer server = TestQueueServer.start(REDIS, "--lame-duck=1h", "--auth-token=limiter-token");
        assertEquals(200, status(server, "/readyz"));

        Thread closing = new Thread(server::close);
        closing.start();
        await().until(() -> status(server, "/readyz") == 503);
        HttpResponse<String> served = get(server, "/api/queue-stats");
        assertEquals(200, served.statusCode());
        assertEquals("close", served.headers().firstValue("connection").orElse("kept"));
        assertEquals(200, draw(server).statusCode(), "a new task");
        RecordingSocket socket = RecordingSocket.connect(server, "/ws/limiter-token");
        socket.socket().sendText("GET-REQUEST-COUNT\nRequest-Type: any\n", true);
        assertNotNull(socket.next(), "a new WebSocket is answered");

        socket.socket().abort();
        slots.close();
        closing.interrupt();
        closing.join();
        assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", server.port()).close());
    }

    private static int status(QueueServer server, String path) throws IOException, InterruptedException {
        return get(server, path).statusCode();
    }

    private static HttpResponse<String> draw(QueueServer server) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/api/render"))
                .POST(HttpRequest.BodyPublishers.ofString("draw(unitcircle);"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(QueueServer server, String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.address() + path)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
