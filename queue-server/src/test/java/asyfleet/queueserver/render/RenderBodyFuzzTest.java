package asyfleet.queueserver.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fuzz.FuzzTest;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
import asyfleet.net.http.Target;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskRules;
import asyfleet.queueserver.task.TaskRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Any body, JSON, form or source, is a task or a refusal with 400 or 413. The files of a task have together no more bytes
 * than the body. The input is the content type, the query and the body, each of the first two ended by a zero byte.
 */
class RenderBodyFuzzTest extends FuzzTest {

    private static final RenderBody BODY =
            new RenderBody(new RenderRules(new TaskRules(TaskLimits.DEFAULT, List.of(3000, 10_000))));

    @Override
    protected void check(byte[] input) {
        Request request = request(input);
        try {
            TaskRequest task = BODY.read(request);
            assertTrue(task.files().containsKey(task.main()), task.main());
            assertTrue(
                    task.files().values().stream().mapToInt(file -> file.length).sum() <= request.body().length);
        } catch (HttpError refusal) {
            assertTrue(refusal.status() == 400 || refusal.status() == 413, refusal.getMessage());
            assertEquals(refusal.status(), refusal.response().status());
        }
    }

    private static Request request(byte[] input) {
        String[] parts = new String(input, StandardCharsets.ISO_8859_1).split("\0", 3);
        String type = parts[0].replaceAll("\\p{Cntrl}", "").strip(); // as Netty has header lines
        String query = parts.length > 1 ? parts[1] : "";
        byte[] body = parts[parts.length - 1].getBytes(StandardCharsets.ISO_8859_1);
        Peer peer = new Peer(new InetSocketAddress("192.0.2.1", 1), false, new CompletableFuture<>());
        return new Request(
                new Target(Method.POST, "/api/render", Map.of(), parameters(query)),
                Headers.of("Content-Type", type),
                body,
                peer);
    }

    /** The parameters of a query. A badly encoded one is refused before it comes here. */
    private static Map<String, List<String>> parameters(String query) {
        try {
            return new QueryStringDecoder(query, false).parameters();
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
    }

    @Override
    protected List<String> seeds() {
        String form = "multipart/form-data; boundary=B\0\0--B\r\nContent-Disposition: form-data; name=\"f\";"
                + " filename=\"a.asy\"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\ndraw();\r\n";
        return List.of(
                "text/plain\0format=pdf&timeout=3000&main=a.asy\0draw((0,0)--(1,1));",
                "application/json\0\0{\"files\":{\"a.asy\":\"draw();\",\"b.asy\":\"\\u00e9\"},\"main\":\"a.asy\","
                        + "\"options\":{\"format\":\"png\",\"timeout\":10000,\"verbosity\":1}}",
                "application/json; charset=utf-8\0main=a.asy\0{\"files\":{\"a.asy\":\"\"}}",
                form + "--B--\r\n",
                form + "--B\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--B--",
                form.replace("boundary=B", "boundary=\"B\"") + "--B",
                form.replace("filename=\"a.asy\"", "filename*=utf-8''%c3%bc.asy") + "--B--",
                form.replace("name=\"f\";", "name=\"f\"; charset=x;")
                                .replace("text/plain", "multipart/mixed; boundary=C")
                        + "--C\r\n\r\n--C--\r\n--B--");
    }
}
