package asyfleet.queueserver.access;

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
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that send too much or too slowly, over real sockets. */
@Tag("slow")
class UploadTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static QueueServer server;

    /** Hangs up on whoever takes too long as a whole; the other, on whoever is silent. */
    private static QueueServer hasty;

    @BeforeAll
    static void start() {
        server = start("--upload-idle=3s", "--upload-limit=5m");
        hasty = start("--upload-idle=60s", "--upload-limit=3s");
    }

    private static QueueServer start(String idle, String limit) {
        return TestQueueServer.start(REDIS, "--trusted-proxies=127.0.0.1", "--upload-rate=3k", idle, limit);
    }

    @AfterAll
    static void stop() {
        server.close();
        hasty.close();
        REDIS.close();
    }

    @Test
    void aCallerThatHasSentFarTooMuchIsToldWhenToComeBack() throws Exception {
        // What is sent in vain counts all the same.
        assertEquals(400, post("203.0.113.1", 2500).statusCode());
        assertEquals(400, post("203.0.113.1", 2500).statusCode());
        HttpResponse<String> refused = post("203.0.113.1", 10);

        assertEquals(429, refused.statusCode());
        assertTrue(refused.body().contains("TOO_MUCH_UPLOADED"), refused.body());
        assertTrue(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()) > 5);
        assertTrue(metric("asyfleet_uploads_slowed_total") > 0);
        assertTrue(metric("asyfleet_uploads_refused_total") > 0);
    }

    @Test
    void aWebSocketThatSendsTooMuchIsReadNoFurther() throws Exception {
        RecordingSocket client = connect(server, "203.0.113.2");
        double slowed = metric("asyfleet_uploads_slowed_total");
        client.socket()
                .sendText("add {\"filename\":\"main.asy\",\"main\":true}", true)
                .join();
        client.socket().sendBinary(ByteBuffer.allocate(1 << 20), true);

        Awaitility.await().until(() -> metric("asyfleet_uploads_slowed_total") > slowed);
        assertHears(
                client,
                "denied {\"error\":\"no whole message came for 3000 ms; expected add with its contents, options or run\"");
    }

    @Test
    void aWebSocketThatUploadsWithoutEndIsDenied() throws Exception {
        RecordingSocket client = connect(hasty, "203.0.113.3");
        // Each message comes in time for itself, and none of them is run.
        Awaitility.await().pollInterval(Duration.ofMillis(100)).until(() -> {
            client.socket().sendText("options {\"verbosity\":0}", true);
            return client.heardAnything();
        });
        assertHears(
                client,
                "denied {\"error\":\"no run came within 3000 ms, only 0 files with 0 bytes; expected run by then\"");
    }

    private static HttpResponse<String> post(String caller, int bytes) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.address() + "/api/render?format=none"))
                        .header("X-Forwarded-For", caller)
                        .POST(BodyPublishers.ofByteArray(new byte[bytes]))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static double metric(String name) throws Exception {
        String metrics = CLIENT.send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        return metrics.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .sum();
    }

    private static RecordingSocket connect(QueueServer server, String caller) {
        return RecordingSocket.connect(server, "/asy", "X-Forwarded-For", caller);
    }

    private static void assertHears(RecordingSocket client, String begin) throws InterruptedException {
        String next = client.next();
        assertTrue(next != null && next.startsWith(begin), next);
    }
}
