package asyfleet.queueserver.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.QueueServerProcess;
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
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A queue server of little memory, many clients that never read large pictures, and one client as any other. */
@Tag("slow")
class SlowReadersTest {

    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final int SLOW_READERS = 24;
    private static final byte[] LARGE = picture(8 << 20);
    private static final byte[] SMALL = picture(20_000);

    private final List<Socket> readers = new ArrayList<>();
    private RedisFixture redis;
    private FakeSlots slots;
    private QueueServerProcess server;

    @BeforeEach
    void start() throws IOException {
        redis = RedisFixture.start();
        slots = new FakeSlots(redis.redis());
        server = QueueServerProcess.start(redis, List.of("-Xmx96m"), "--waiting-bytes=24m", "--stall-timeout=10m");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        slots.close();
        redis.close();
    }

    /** The next tasks draw this. */
    private void draw(byte[] picture) {
        slots.answer = List.of(
                new ServerMessage.Result(Format.PNG, picture), new ServerMessage.Complete(true, null, 5L, null));
    }

    private static byte[] picture(int bytes) {
        byte[] picture = new byte[bytes];
        new Random(bytes).nextBytes(picture);
        return picture;
    }

    @Test
    void thoseWhoDoNotReadCostOthersNothingAndTheMemoryIsEnough() throws Exception {
        draw(LARGE);
        for (int i = 0; i < SLOW_READERS; i++) {
            readers.add(askAndDoNotRead());
        }
        until("every task has come to its slot", () -> slots.connected.size() >= SLOW_READERS);
        until("answers wait", () -> waitingBytes() >= LARGE.length);

        draw(SMALL);
        assertArrayEquals(SMALL, render().body());
        draw(LARGE);
        assertArrayEquals(LARGE, renderAgainUntilThereIsRoom().body());

        for (Socket reader : readers) {
            reader.close();
        }
        until("nothing waits any more", () -> waitingBytes() == 0);
        assertEquals(
                List.of(),
                server.endAndTell().stream()
                        .filter(line -> line.contains("OutOf"))
                        .toList());
    }

    private HttpResponse<byte[]> renderAgainUntilThereIsRoom() throws Exception {
        AtomicReference<HttpResponse<byte[]>> answer = new AtomicReference<>();
        until("room for a large answer", () -> {
            answer.set(render());
            return answer.get().statusCode() != 503;
        });
        return answer.get();
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

    private HttpResponse<byte[]> render() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/api/render?cache=false"))
                .POST(BodyPublishers.ofString("draw;"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private long waitingBytes() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/metrics"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith("asyfleet_waiting_bytes "))
                .mapToLong(line -> (long) Double.parseDouble(line.split(" ")[1]))
                .sum();
    }

    private static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.call()) {
            assertTrue(System.nanoTime() < end, "60 s without: " + what);
        }
    }
}
