package asyfleet.queueserver.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskRules;
import asyfleet.queueserver.dropin.AsymptoteVersion;
import asyfleet.queueserver.dropin.DropIns;
import asyfleet.queueserver.kroki.Kroki;
import asyfleet.queueserver.kroki.KrokiSettings;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.Toolchain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DeflaterOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The doors for clients of other servers on a real socket, with the fleet behind them in the test's hands. */
final class TestDoors implements AutoCloseable {

    static final String SOURCE = "draw(unitcircle);";
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: ([0-9]+)\r\n");

    private final CheckedHttpClient client = CheckedHttpClient.create();
    private final NetThreads threads = NetThreads.create(2);
    private final Kroki kroki;
    private final NetServer server;
    final FakeTask task = new FakeTask();
    final Toolchain toolchain;

    TestDoors(RedisFixture redis, KrokiSettings settings) {
        toolchain = new Toolchain(redis.redis());
        toolchain.publish("2.85-f").toCompletableFuture().join();
        RenderRules rules = new RenderRules(new TaskRules(TaskLimits.DEFAULT, List.of(3000, 10_000, 30_000)));
        Renderer renderer =
                new Renderer(task, () -> new EventLoopOwner(threads.loops().next()));
        kroki = new Kroki(settings, OpenGate.create(), rules, renderer, toolchain);
        Routes.Builder routes = Routes.builder();
        RequestHandler page = RequestHandler.answering(request -> Response.of(200, "text/html", new byte[] {'p'}));
        routes.get("/", new AsymptoteVersion(OpenGate.create(), toolchain, page));
        DropIns.addRoutes(routes, OpenGate.create(), rules, renderer, kroki);
        server = NetServer.start(NetServerSettings.onLoopback(0), routes.build(), Operations.create(), threads);
    }

    void reset() {
        task.answer = FakeTask.PICTURE;
        task.asked.clear();
        task.aborted.clear();
    }

    HttpResponse<byte[]> post(String path, String body, String... headers) {
        return send(request(path, headers).POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<byte[]> get(String path, String... headers) {
        return send(request(path, headers));
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends bytes as they are, and reads the answer, which must say its length. */
    String exchange(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            byte[] answer = answer(socket.getInputStream());
            return client.checked(
                    request.lines().findFirst().orElseThrow(), new String(answer, StandardCharsets.ISO_8859_1));
        }
    }

    private static byte[] answer(InputStream in) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        while (!answer.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            answer.write(in.readNBytes(1));
        }
        Matcher length = LENGTH.matcher(answer.toString(StandardCharsets.ISO_8859_1));
        assertTrue(length.find(), answer.toString(StandardCharsets.ISO_8859_1));
        answer.write(in.readNBytes(Integer.parseInt(length.group(1))));
        return answer.toByteArray();
    }

    static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    static JsonNode json(HttpResponse<byte[]> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    /** A source as it stands in a URL of Kroki. */
    static String encode(byte[] source) {
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
            out.write(source);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Base64.getUrlEncoder().encodeToString(deflated.toByteArray());
    }

    static String encode(String source) {
        return encode(source.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
        kroki.close();
        threads.close();
    }
}
