package asyfleet.queueserver.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that send too much or too slowly, over real sockets. */
class UploadTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static QueueServer server;

    /** Hangs up on whoever takes too long as a whole; the other, on whoever is silent. */
    private static QueueServer hasty;

    @BeforeAll
    static void start() {
        server = start("--upload-idle=3s", "--upload-limit=5m");
        hasty = start("--upload-idle=60s", "--upload-limit=3s");
    }

    private static QueueServer start(String idle, String limit) {
        return QueueServer.start(QueueServerSettings.read(QueueServerSettings.SPEC.read(
                List.of(
                        "--port=0",
                        "--redis=" + REDIS.uri(),
                        "--trusted-proxies=127.0.0.1",
                        "--upload-rate=3k",
                        idle,
                        limit),
                Map.of())));
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
        Recorder client = connect(server, "203.0.113.2");
        double slowed = metric("asyfleet_uploads_slowed_total");
        client.socket
                .sendText("add {\"filename\":\"main.asy\",\"main\":true}", true)
                .join();
        client.socket.sendBinary(ByteBuffer.allocate(1 << 20), true);

        Awaitility.await().until(() -> metric("asyfleet_uploads_slowed_total") > slowed);
        client.await(
                "denied {\"error\":\"no whole message came for 3000 ms; expected add with its contents, options or run\"");
    }

    @Test
    void aWebSocketThatUploadsWithoutEndIsDenied() throws Exception {
        Recorder client = connect(hasty, "203.0.113.3");
        // Each message comes in time for itself, and none of them is run.
        Awaitility.await().pollInterval(Duration.ofMillis(100)).until(() -> {
            client.socket.sendText("options {\"verbosity\":0}", true);
            return !client.heard.isEmpty();
        });
        client.await(
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

    private static Recorder connect(QueueServer server, String caller) {
        Recorder recorder = new Recorder();
        recorder.socket = CLIENT.newWebSocketBuilder()
                .header("X-Forwarded-For", caller)
                .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/asy"), recorder)
                .join();
        return recorder;
    }

    private static final class Recorder implements WebSocket.Listener {

        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        private WebSocket socket;

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            heard.add(text.toString());
            from.request(1);
            return null;
        }

        void await(String begin) throws InterruptedException {
            String next = heard.poll(20, TimeUnit.SECONDS);
            assertTrue(next != null && next.startsWith(begin), next);
        }
    }
}
