package asyfleet.queueserver.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.QueueServerMain;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A queue server of little memory, many clients that never read large pictures, and one client as any other. */
@Tag("slow")
class SlowReadersTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final int SLOW_READERS = 24;
    private static final byte[] LARGE = picture(8 << 20);
    private static final byte[] SMALL = picture(20_000);
    private static FakeSlots slots;

    private final List<Socket> readers = new ArrayList<>();
    private ChildProcess server;

    @BeforeAll
    static void startSlots() {
        slots = new FakeSlots(REDIS.redis());
    }

    @AfterAll
    static void stopSlots() throws InterruptedException {
        slots.close();
        REDIS.close();
    }

    @BeforeEach
    void start() {
        server = ChildCommand.java(QueueServerMain.class, "--waiting-bytes=24m", "--stall-timeout=10m")
                .withJvm("-Xmx96m")
                .with("REDIS_URL", REDIS.uri())
                .with("PORT", "0")
                .start()
                .awaitReady();
    }

    @AfterEach
    void stop() throws IOException {
        leave();
        server.kill();
    }

    private static byte[] picture(int bytes) {
        byte[] picture = new byte[bytes];
        new Random(bytes).nextBytes(picture);
        return picture;
    }

    /** The next tasks draw this. */
    private void draw(byte[] picture) {
        slots.answer = List.of(
                new ServerMessage.Result(Format.PNG, picture), new ServerMessage.Complete(true, null, 5L, null));
    }

    @Test
    void thoseWhoDoNotReadCostOthersNothingAndTheMemoryIsEnough() throws Exception {
        draw(LARGE);
        readers.add(askAndDoNotRead());
        // Of many that come at once, each might be refused for the sake of the others.
        Awaitility.await("an answer waits").until(() -> waitingBytes() >= LARGE.length);
        while (readers.size() < SLOW_READERS) {
            readers.add(askAndDoNotRead());
        }
        Awaitility.await("each task at its slot").until(() -> slots.connected.size() >= SLOW_READERS);

        draw(SMALL);
        assertArrayEquals(SMALL, render().body());
        draw(LARGE);
        HttpResponse<byte[]> large =
                Awaitility.await("room for a large answer").until(this::render, answer -> answer.statusCode() != 503);
        assertArrayEquals(LARGE, large.body());

        leave();
        Awaitility.await("nothing waits any more").until(() -> waitingBytes() == 0);
        server.kill();
        server.exitCode();
        assertEquals(Optional.empty(), server.find(Pattern.compile("OutOf\\w+")));
    }

    private Socket askAndDoNotRead() throws IOException {
        URI address = URI.create(server.address());
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096); // or the system would read for it
        socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
        socket.getOutputStream()
                .write("POST /api/render?cache=false HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\ndraw;\n"
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void leave() throws IOException {
        for (Socket reader : readers) {
            reader.close();
        }
    }

    private HttpResponse<byte[]> render() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/api/render?cache=false"))
                .POST(BodyPublishers.ofString("draw;"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private long waitingBytes() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/metrics"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith("asyfleet_waiting_bytes "))
                .mapToLong(line -> (long) Double.parseDouble(line.split(" ")[1]))
                .sum();
    }
}
