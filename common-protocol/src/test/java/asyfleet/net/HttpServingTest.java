package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.BodySink;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.http.ServerSentEvent;
import asyfleet.net.route.Routes;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HttpServingTest {

    private static RequestHandler echo() {
        return RequestHandler.answering(request -> Response.of(200, "text/plain", request.body()));
    }

    private static RequestHandler text(String text) {
        return RequestHandler.answering(request -> Response.text(200, text));
    }

    private static HttpRequest.BodyPublisher body(String text) {
        return HttpRequest.BodyPublishers.ofString(text);
    }

    @Test
    void aRequestIsAnsweredByTheHandlerOfItsMethodAndPath() throws Exception {
        try (TestServer server =
                TestServer.serving(Routes.builder().get("/a", text("get")).post("/a", echo()))) {
            assertEquals("get", server.get("/a").body());
            assertEquals(
                    "sent",
                    server.send(server.request("/a").POST(body("sent")).build()).body());
        }
    }

    @Test
    void theSameHoldsOnNio() throws Exception {
        try (TestServer server = TestServer.onNio(Routes.builder().post("/a", echo()))) {
            assertEquals(
                    "sent",
                    server.send(server.request("/a").POST(body("sent")).build()).body());
        }
    }

    @Test
    void aHandlerSeesParametersQueryHeadersAndPeer() throws Exception {
        CompletableFuture<Request> seen = new CompletableFuture<>();
        try (TestServer server =
                TestServer.serving(Routes.builder().get("/tasks/{id}/{part}", RequestHandler.answering(request -> {
                    seen.complete(request);
                    return Response.empty(204);
                })))) {
            server.send(server.request("/tasks/a%2Fb/x+y?q=1+2&q=3&empty=")
                    .header("X-Thing", "value")
                    .build());
            Request request = seen.get(20, TimeUnit.SECONDS);
            assertEquals("a/b", request.param("id"));
            assertEquals("x+y", request.param("part"));
            assertEquals("1 2", request.query("q").orElseThrow());
            assertEquals("", request.query("empty").orElseThrow());
            assertTrue(request.query("absent").isEmpty());
            assertEquals("value", request.header("x-thing").orElseThrow());
            assertEquals(Method.GET, request.method());
            assertTrue(request.peer().address().getAddress().isLoopbackAddress());
            assertFalse(request.peer().secure());
        }
    }

    @Test
    void anUnknownPathIs404AndAnUnservedMethodIs405WithAllow() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder().get("/a", text("x")))) {
            HttpResponse<String> missing = server.get("/b");
            assertEquals(404, missing.statusCode());
            assertEquals(
                    "{\"code\":\"NOT_FOUND\",\"error\":\"there is nothing at this path\","
                            + "\"summary\":\"there is nothing at this path\"}",
                    missing.body());
            HttpResponse<String> refused =
                    server.send(server.request("/a").POST(body("x")).build());
            assertEquals(405, refused.statusCode());
            assertEquals(
                    "GET, HEAD, OPTIONS", refused.headers().firstValue("Allow").orElseThrow());
            assertTrue(refused.body().startsWith("{\"code\":\"METHOD_NOT_ALLOWED\","));
        }
    }

    @Test
    void optionsTellsWhatAPathServes() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder().post("/a", echo()))) {
            HttpResponse<String> answer = server.send(server.request("/a")
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .build());
            assertEquals(204, answer.statusCode());
            assertEquals("POST, OPTIONS", answer.headers().firstValue("Allow").orElseThrow());
        }
    }

    @Test
    void headIsGetWithoutTheBody() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder().get("/a", text("12345")));
                RawClient client = server.raw()) {
            client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n");
            RawClient.Answer head = client.readWithoutBody();
            assertEquals(200, head.status());
            assertEquals("5", head.header("content-length"));
            assertEquals(
                    "12345",
                    client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n").read().body());
        }
    }

    @Test
    void anErrorThatAHandlerThrowsIsAnsweredAsJsonWithItsDetailsAndHeaders() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder().get("/full", request -> {
            throw new HttpError(503, "QUEUE_FULL", "Queue full: 5 tasks queued (max: 5)")
                    .with("limit", 5)
                    .withHeader("Retry-After", "3");
        }))) {
            HttpResponse<String> answer = server.get("/full");
            assertEquals(503, answer.statusCode());
            assertEquals("3", answer.headers().firstValue("Retry-After").orElseThrow());
            assertEquals(
                    "{\"code\":\"QUEUE_FULL\",\"error\":\"Queue full: 5 tasks queued (max: 5)\","
                            + "\"summary\":\"Queue full: 5 tasks queued (max: 5)\",\"limit\":5}",
                    answer.body());
        }
    }

    @Test
    void aBugInAHandlerIs500AndTellsTheClientNothingOfIt() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder()
                .get("/throws", request -> {
                    throw new IllegalStateException("secret detail");
                })
                .get("/fails", request -> CompletableFuture.failedFuture(new IllegalStateException("secret detail")))
                .get("/null", request -> CompletableFuture.completedFuture(null))
                .get("/no-stage", request -> null))) {
            for (String path : new String[] {"/throws", "/fails", "/null", "/no-stage"}) {
                HttpResponse<String> answer = server.get(path);
                assertEquals(500, answer.statusCode(), path);
                assertEquals(
                        "{\"code\":\"INTERNAL_ERROR\",\"error\":\"internal error\",\"summary\":\"internal error\"}",
                        answer.body(),
                        path);
                String trace = answer.headers().firstValue("X-Asyfleet-Trace").orElse("");
                assertTrue(trace.matches("[0-9a-f]{32}"), trace);
            }
        }
    }

    @Test
    void aBugIsFoundInTheLogByTheTraceOfItsClient() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        try (TestServer server = TestServer.serving(Routes.builder()
                .get("/fails", request -> CompletableFuture.failedFuture(new IllegalStateException("why"))))) {
            HttpRequest request = server.request("/fails")
                    .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                    .build();

            HttpResponse<String> answer = server.client().send(request, HttpResponse.BodyHandlers.ofString());

            assertEquals(trace, answer.headers().firstValue("X-Asyfleet-Trace").orElse(""));
        }
    }

    @Test
    void anAnswerMayComeLaterFromAnotherThread() throws Exception {
        CompletableFuture<Response> later = new CompletableFuture<>();
        CompletableFuture<Void> asked = new CompletableFuture<>();
        try (TestServer server = TestServer.serving(Routes.builder().get("/later", request -> {
            asked.complete(null);
            return later;
        }))) {
            CompletableFuture<HttpResponse<String>> answer =
                    server.client().sendAsync(server.request("/later").build(), HttpResponse.BodyHandlers.ofString());
            asked.get(20, TimeUnit.SECONDS);
            later.complete(Response.text(200, "now"));
            assertEquals("now", answer.get(20, TimeUnit.SECONDS).body());
        }
    }

    @Test
    void everyAnswerCarriesSecurityHeadersUnlessTheHandlerSetsThem() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder()
                .get("/default", text("x"))
                .get("/own", RequestHandler.answering(request -> Response.text(200, "x")
                        .with("cache-control", "max-age=60"))))) {
            HttpResponse<String> answer = server.get("/default");
            assertEquals(
                    "nosniff",
                    answer.headers().firstValue("X-Content-Type-Options").orElseThrow());
            assertEquals(
                    "no-store", answer.headers().firstValue("Cache-Control").orElseThrow());
            assertTrue(answer.headers().firstValue("Date").isPresent());
            assertEquals(List.of("max-age=60"), server.get("/own").headers().allValues("Cache-Control"));
        }
    }

    @Test
    void aClientThatHangsUpAbortsItsRequest() throws Exception {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<Void> abandoned = new CompletableFuture<>();
        try (TestServer server = TestServer.serving(Routes.builder().get("/wait", request -> {
            request.whenAbandoned(() -> abandoned.complete(null));
            asked.complete(null);
            return new CompletableFuture<>();
        }))) {
            RawClient client = server.raw();
            client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
            asked.get(20, TimeUnit.SECONDS);
            client.close();
            abandoned.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void anAnsweredRequestIsNotAbandonedWhenItsConnectionCloses() throws Exception {
        CompletableFuture<Request> asked = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        try (TestServer server = TestServer.serving(Routes.builder()
                .get("/first", RequestHandler.answering(request -> {
                    asked.complete(request);
                    return Response.empty(204);
                }))
                .get("/second", request -> {
                    request.whenAbandoned(() -> second.complete(null));
                    return new CompletableFuture<>();
                }))) {
            RawClient client = server.raw();
            client.send("GET /first HTTP/1.1\r\nHost: x\r\n\r\n").read();
            client.send("GET /second HTTP/1.1\r\nHost: x\r\n\r\n").close();
            second.get(20, TimeUnit.SECONDS);
            assertFalse(asked.join().peer().gone().toCompletableFuture().isDone());
        }
    }

    @Test
    void aStreamReachesTheClientPieceByPiece() throws Exception {
        CompletableFuture<BodySink> started = new CompletableFuture<>();
        try (TestServer server = TestServer.serving(Routes.builder()
                        .get("/events", RequestHandler.answering(request -> Response.events(started::complete))));
                RawClient client = server.raw()) {
            client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
            RawClient.Answer head = client.readWithoutBody();
            assertEquals("text/event-stream", head.header("content-type"));
            assertEquals("chunked", head.header("transfer-encoding"));
            BodySink sink = started.get(20, TimeUnit.SECONDS);
            assertTrue(sink.write(ServerSentEvent.of("queue", "one").bytes()));
            client.line(); // the chunk's length
            assertEquals("event: queue", client.line());
            assertEquals("data: one", client.line());
            sink.end();
            sink.write("too late".getBytes(StandardCharsets.UTF_8));
            client.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            String rest = client.rest();
            assertTrue(rest.contains("0\r\n\r\nHTTP/1.1 200 OK"), rest);
        }
    }

    @Test
    void aStreamIsToldWhenItsClientLeaves() throws Exception {
        CompletableFuture<BodySink> started = new CompletableFuture<>();
        CompletableFuture<Void> abandoned = new CompletableFuture<>();
        try (TestServer server = TestServer.serving(Routes.builder()
                .get(
                        "/events",
                        RequestHandler.answering(request -> Response.events(sink -> {
                            sink.whenAbandoned(() -> abandoned.complete(null));
                            started.complete(sink);
                        }))))) {
            RawClient client = server.raw();
            client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n").readWithoutBody();
            client.close();
            abandoned.get(20, TimeUnit.SECONDS);
            assertFalse(started.join().write(new byte[] {1}));
        }
    }

    @Test
    void aStreamToAClientThatDoesNotReadIsCutOffAtTheBound() throws Exception {
        CompletableFuture<BodySink> started = new CompletableFuture<>();
        CompletableFuture<Void> abandoned = new CompletableFuture<>();
        NetServerSettings settings = TestServer.settings();
        try (TestServer server = TestServer.serving(
                        Routes.builder()
                                .get(
                                        "/s",
                                        RequestHandler.answering(request -> Response.events(sink -> {
                                            sink.whenAbandoned(() -> abandoned.complete(null));
                                            started.complete(sink);
                                        }))),
                        settings.withLimits(settings.limits().withMaxPendingBytes(1 << 20)));
                RawClient client = server.raw()) {
            client.send("GET /s HTTP/1.1\r\nHost: x\r\n\r\n");
            BodySink sink = started.get(20, TimeUnit.SECONDS);
            byte[] chunk = new byte[1 << 16];
            // The kernel's buffers take some megabytes; then the bound is reached, whatever their size.
            int written = 0;
            while (sink.write(chunk)) {
                written++;
                assertTrue(written < 1 << 14, "a gigabyte was taken for a client that reads nothing");
            }
            abandoned.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aStreamToAnOldClientEndsWithTheConnection() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder()
                        .get(
                                "/s",
                                RequestHandler.answering(request -> Response.events(sink -> {
                                    sink.write("all of it".getBytes(StandardCharsets.UTF_8));
                                    sink.end();
                                }))));
                RawClient client = server.raw()) {
            client.send("GET /s HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            String answer = client.rest();
            assertTrue(answer.endsWith("\r\n\r\nall of it"), answer);
            assertFalse(answer.toLowerCase(Locale.ROOT).contains("transfer-encoding"), answer);
        }
    }
}
