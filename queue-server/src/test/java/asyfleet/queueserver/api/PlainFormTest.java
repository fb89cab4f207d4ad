package asyfleet.queueserver.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.Secret;
import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.web.PlainForm;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The form for browsers without scripts, over a real socket, on a server that asks for a token. */
@Tag("slow")
class PlainFormTest {

    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final FakeTask TASK = new FakeTask();
    private static final String TOKEN = "0123456789abcdef";
    private static NetThreads threads;
    private static NetServer server;

    @BeforeAll
    static void serve() {
        threads = NetThreads.create(2);
        RenderRules rules = new RenderRules(new TaskRules(TaskLimits.DEFAULT, List.of(3000, 10_000)));
        Renderer renderer =
                new Renderer(TASK, () -> new EventLoopOwner(threads.loops().next()));
        Gate gate = new Gate(new ApiTokens(Optional.of(Map.of("page", new Secret(TOKEN)))));
        Routes.Builder routes = Routes.builder();
        PlainForm.addRoutes(routes, gate, rules, renderer);
        server = NetServer.start(NetServerSettings.onLoopback(0), routes.build(), Operations.create(), threads);
    }

    @AfterAll
    static void stop() {
        server.close();
        threads.close();
    }

    @BeforeEach
    void reset() {
        TASK.answer = FakeTask.PICTURE;
        TASK.asked.clear();
    }

    @Test
    void thePictureComesAsAnImageAndTheSourceStays() throws Exception {
        HttpResponse<String> page = post("draw(unitcircle);\r\nlabel(\"x\");", "svg", TOKEN);

        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("<img alt=\"The figure\" src=\"data:image/svg+xml;base64,PHN2Zy8+\">"));
        assertTrue(page.body().contains(">\ndraw(unitcircle);\nlabel(&quot;x&quot;);</textarea>"), page.body());
        assertEquals(
                "draw(unitcircle);\nlabel(\"x\");",
                new String(TASK.asked.remove().files().get("main.asy"), StandardCharsets.UTF_8));
    }

    @Test
    void anErrorIsToldInWordsWithItsLineAndTheSourceStays() throws Exception {
        TASK.answer = List.of(
                FakeTask.output("main.asy: 2.1: no matching variable 'grph'\n"),
                new ServerMessage.Complete(
                        false, "Execution failed with code 1", 5L, Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)));

        HttpResponse<String> page = post("size(1);\ngrph;", "svg", TOKEN);

        assertEquals(422, page.statusCode());
        assertTrue(page.body().contains("role=\"alert\""), page.body());
        assertTrue(page.body().contains("<pre>main.asy: 2.1: no matching variable &#39;grph&#39;</pre>"), page.body());
        assertTrue(page.body().contains("size(1);\ngrph;</textarea>"), page.body());
    }

    @Test
    void nothingThatAnybodySendsBecomesAPartOfThePage() throws Exception {
        String hostile = "</textarea><script>alert(1)</script><!--answer--><!--token-->\"'&amp;";
        TASK.answer = List.of(
                FakeTask.output(hostile),
                new ServerMessage.Complete(false, hostile, 5L, Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)));

        for (HttpResponse<String> page :
                List.of(post(hostile, "svg", TOKEN), post(hostile, hostile, TOKEN), post(hostile, "svg", hostile))) {
            assertTrue(page.statusCode() >= 400);
            assertFalse(page.body().contains("<script"), page.body());
            assertFalse(page.body().contains("<!--answer"), page.body());
            assertEquals(2, page.body().split("</textarea>", -1).length, page.body());
            String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
            assertTrue(policy.startsWith("default-src 'none'; style-src 'self'; img-src 'self' data:;"), policy);
        }
    }

    @Test
    void withoutATokenNothingRunsAndThePageSaysWhy() throws Exception {
        HttpResponse<String> page = post("draw(unitcircle);", "svg", "");

        assertEquals(401, page.statusCode());
        assertTrue(page.body().contains("No token"), page.body());
        assertTrue(page.body().contains("name=\"token\""), page.body());
        assertTrue(TASK.asked.isEmpty());
    }

    @Test
    void aFormatThatNoPageShowsIsTheAnswerItself() throws Exception {
        TASK.answer = List.of(
                new ServerMessage.Result(Format.PDF, "%PDF".getBytes(StandardCharsets.UTF_8)),
                new ServerMessage.Complete(true, null, 5L, null));

        assertEquals("%PDF", post("draw(unitcircle);", "pdf", TOKEN).body());
    }

    @Test
    void anEmptySourceAndABodyThatIsNoFormAreMistakesAndNoFailures() throws Exception {
        assertTrue(post(" \r\n", "svg", TOKEN).body().contains("The source is empty"));
        assertEquals(400, send("source=%zz").statusCode());
    }

    private static HttpResponse<String> post(String source, String format, String token) throws Exception {
        return send("source=" + encoded(source) + "&format=" + encoded(format) + "&token=" + encoded(token));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> send(String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.address() + "/form"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
