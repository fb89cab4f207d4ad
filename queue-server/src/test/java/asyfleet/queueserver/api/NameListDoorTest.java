package asyfleet.queueserver.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.NameLists;
import asyfleet.redis.schema.Toolchain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code /api/names} over a real socket, on a real Redis. */
@Tag("slow")
class NameListDoorTest {

    private static final String TOOLS = "2.85-f";
    private static final String NONE = "{\"modules\":{}}";
    private static final String LIST = "{\"toolchain\":\"2.85-f\",\"modules\":{\"plain\":"
            + "{\"imports\":[],\"names\":[\"real cbrt(real x)\"]}}}";

    private final CheckedHttpClient client = CheckedHttpClient.create();

    @Test
    void theListIsMadeByOneBackendWhenSomebodyAsksAndThenKeptByClients() throws Exception {
        try (RedisFixture redis = RedisFixture.start();
                NetThreads threads = NetThreads.create(1)) {
            NameLists lists = new NameLists(redis.redis());
            Toolchain toolchain = new Toolchain(redis.redis());
            Routes routes = Routes.builder()
                    .get("/api/names", new NameListDoor(toolchain, lists))
                    .build();
            try (NetServer server =
                    NetServer.start(NetServerSettings.onLoopback(0), routes, Operations.create(), threads)) {
                assertEquals(NONE, text(get(server, "", "")));
                toolchain.publish(TOOLS).toCompletableFuture().join();
                assertEquals(NONE, text(get(server, "", "")));
                assertTrue(lists.takeWish(TOOLS).toCompletableFuture().join());
                assertFalse(lists.takeWish(TOOLS).toCompletableFuture().join());

                lists.publish(TOOLS, gzip()).toCompletableFuture().join();
                HttpResponse<byte[]> answer = get(server, "", "");
                assertEquals(LIST, text(answer));
                String tag = answer.headers().firstValue("ETag").orElseThrow();
                assertEquals(304, get(server, "If-None-Match", tag).statusCode());
                assertArrayEquals(gzip(), compressed(server));
            }
        }
    }

    private HttpResponse<byte[]> get(NetServer server, String header, String value)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/api/names"));
        if (!header.isEmpty()) {
            request.header(header, value);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** By a client that leaves the answer as it is. */
    private static byte[] compressed(NetServer server) throws IOException {
        URLConnection connection =
                URI.create(server.address() + "/api/names").toURL().openConnection();
        connection.setRequestProperty("Accept-Encoding", "gzip");
        try (InputStream answer = connection.getInputStream()) {
            assertEquals("gzip", connection.getContentEncoding());
            return answer.readAllBytes();
        }
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static byte[] gzip() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(LIST.getBytes(StandardCharsets.UTF_8));
        }
        return compressed.toByteArray();
    }
}
