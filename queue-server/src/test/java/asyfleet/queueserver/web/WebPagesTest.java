package asyfleet.queueserver.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.openapi.CheckedHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class WebPagesTest {

    private static NetThreads threads;
    private static NetServer server;

    @BeforeAll
    static void serve() {
        threads = NetThreads.create(2);
        Routes.Builder routes = Routes.builder();
        WebPages.addRoutes(routes, List.of(2500, 10_000));
        server = NetServer.start(NetServerSettings.onLoopback(0), routes.build(), Operations.create(), threads);
    }

    @AfterAll
    static void stop() {
        server.close();
        threads.close();
    }

    @Test
    void everythingThatThePageLoadsIsServedWithItsType() throws Exception {
        HttpResponse<String> page = get("/");
        List<String> loaded = Pattern.compile("(?:src|href)=\"(/web/[^\"]+|/favicon.ico)\"")
                .matcher(page.body())
                .results()
                .map(match -> match.group(1))
                .toList();

        assertEquals(3, loaded.size());
        for (String path : loaded) {
            assertEquals(200, get(path).statusCode(), path);
        }
        assertEquals("text/javascript; charset=utf-8", type(get("/web/app.js")));
        assertEquals("text/css; charset=utf-8", type(get("/web/style.css")));
    }

    @Test
    void nothingFromOutsideAndNothingInlineMayRunInThePage() throws Exception {
        HttpResponse<String> page = get("/");
        String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();

        assertTrue(policy.contains("default-src 'none'"), policy);
        assertFalse(policy.contains("unsafe"), policy);
        assertFalse(page.body().matches("(?s).*(<script>|<style>| on[a-z]+=|style=).*"), "inline code in the page");
    }

    @Test
    void thePageOffersTheTimeLimitsOfThisServer() throws Exception {
        String page = get("/").body();

        assertTrue(page.contains("<option value=\"2500\">2.5 s</option><option value=\"10000\">10 s</option>"), page);
    }

    private static String type(HttpResponse<String> response) {
        return response.headers().firstValue("Content-Type").orElseThrow();
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CheckedHttpClient.create()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
