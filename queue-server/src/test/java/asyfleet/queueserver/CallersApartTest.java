package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.wire.Sha256;
import asyfleet.queueserver.tasks.FakeSlots;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.Toolchain;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alice and Bob, each with a token, at a queue server that keeps them apart and at one that does not. */
@Tag("slow")
class CallersApartTest {

    private static final String ALICE = "Bearer alice-0123456789abcdef";
    private static final String BOB = "Bearer bob-0123456789abcdef";
    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static FakeSlots slots;
    private static QueueServer apart;
    private static QueueServer sharing;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        String tokens = "alice alice-0123456789abcdef\nbob bob-0123456789abcdef\n";
        String flag = "--api-tokens=" + Files.writeString(directory.resolve("tokens"), tokens);
        new Toolchain(REDIS.redis()).publish("2.85-f").toCompletableFuture().join();
        slots = new FakeSlots(REDIS.redis());
        slots.answer = List.of(
                new ServerMessage.Result(Format.SVG, bytes("<svg/>")),
                new ServerMessage.Complete(true, null, 7L, null));
        apart = TestQueueServer.start(REDIS, flag);
        sharing = TestQueueServer.start(REDIS, flag, "--share-between-callers", "--max-queue-size=4");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        apart.close();
        sharing.close();
        slots.close();
        REDIS.close();
    }

    @BeforeEach
    void forgetRuns() {
        slots.dispatching = true;
        slots.connected.clear();
    }

    @Test
    void nobodyRestoresAFileOfAnotherCallerByItsHash() throws InterruptedException {
        String source = "string secret;";
        upload(apart, ALICE, source);

        assertEquals(missing(source), restore(apart, BOB, source));
        assertEquals("queue {\"passed\":true}", restore(apart, ALICE, source));
    }

    @Test
    void callersThatShareRestoreEachOthersFiles() throws InterruptedException {
        String source = "string open;";
        upload(sharing, ALICE, source);

        assertEquals("queue {\"passed\":true}", restore(sharing, BOB, source));
    }

    @Test
    void anEqualTaskOfAnotherCallerRunsByItself() throws Exception {
        String source = "draw(unitcircle);";
        render(apart, ALICE, source);
        Awaitility.await().until(() -> REDIS.keys().stream().anyMatch(key -> key.startsWith("result:")));

        render(apart, ALICE, source);
        assertEquals(1, slots.connected.size(), "her own result is served again");
        render(apart, BOB, source);
        assertEquals(2, slots.connected.size(), "his runs");
    }

    @Test
    void aCallerThatHoldsItsShareOfTheQueueIsToldSoAndOthersAreServed() throws Exception {
        slots.dispatching = false;
        HttpRequest first = request(sharing, ALICE, "string one;");
        CompletableFuture<HttpResponse<String>> waiting = CLIENT.sendAsync(first, HttpResponse.BodyHandlers.ofString());
        Awaitility.await().until(() -> REDIS.keys().contains("queue"));

        HttpResponse<String> refused =
                CLIENT.send(request(sharing, ALICE, "string two;"), HttpResponse.BodyHandlers.ofString());
        assertEquals(429, refused.statusCode());
        assertEquals("5", refused.headers().firstValue("Retry-After").orElseThrow());
        assertTrue(refused.body().contains("TOO_MANY_TASKS"), refused.body());
        slots.dispatching = true;
        render(sharing, BOB, "string three;");
        assertEquals(200, waiting.join().statusCode());
    }

    private static void upload(QueueServer server, String token, String source) throws InterruptedException {
        RecordingSocket client = RecordingSocket.connect(server, "/asy?cache=false", "Authorization", token);
        send(client, "add {\"filename\":\"main.asy\",\"main\":true,\"hash\":\"" + hash(source) + "\"}");
        client.socket().sendBinary(ByteBuffer.wrap(bytes(source)), true).join();
        send(client, "run");
        assertEquals("queue {\"passed\":true}", client.next());
    }

    /** Asks to restore a source, and returns the first answer. */
    private static String restore(QueueServer server, String token, String source) throws InterruptedException {
        RecordingSocket client = RecordingSocket.connect(server, "/asy?cache=false", "Authorization", token);
        send(
                client,
                "add {\"filename\":\"main.asy\",\"main\":true,\"restore\":true,\"hash\":\"" + hash(source) + "\"}");
        send(client, "run");
        String heard = client.next();
        client.socket().abort();
        return heard;
    }

    private static String missing(String source) {
        return "missing [{\"filename\":\"main.asy\",\"hash\":\"" + hash(source) + "\"}]";
    }

    private static void render(QueueServer server, String token, String source) throws Exception {
        HttpRequest request = request(server, token, source);
        assertEquals(
                200, CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
    }

    private static HttpRequest request(QueueServer server, String token, String source) {
        return HttpRequest.newBuilder(URI.create(server.address() + "/api/render"))
                .header("Authorization", token)
                .POST(HttpRequest.BodyPublishers.ofString(source))
                .build();
    }

    private static void send(RecordingSocket client, String text) {
        client.socket().sendText(text, true).join();
    }

    private static String hash(String source) {
        return Sha256.hex(bytes(source));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
