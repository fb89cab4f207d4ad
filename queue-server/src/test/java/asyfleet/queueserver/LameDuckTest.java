package asyfleet.queueserver;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
        QueueServer server = TestQueueServer.start(REDIS, "--lame-duck=1h");
        assertEquals(200, status(server, "/readyz"));

        Thread closing = new Thread(server::close);
        closing.start();
        await().until(() -> status(server, "/readyz") == 503);
        HttpResponse<String> served = get(server, "/api/queue-stats");
        assertEquals(200, served.statusCode());
        assertEquals("close", served.headers().firstValue("connection").orElse("kept"));

        closing.interrupt();
        closing.join();
        assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", server.port()).close());
    }

    private static int status(QueueServer server, String path) throws IOException, InterruptedException {
        return get(server, path).statusCode();
    }

    private static HttpResponse<String> get(QueueServer server, String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.address() + path)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
