package asyfleet.queueserver.web;

import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The page and what it loads, read once at start. It speaks to {@code /asy} like any other client. Pictures are shown as
 * images, never as part of the page, so nothing in a user's SVG can run.
 */
public final class WebPages {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
                    + " connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

    private WebPages() {}

    /** @param timeoutsMillis what the page offers as time limits, shortest first */
    public static void addRoutes(Routes.Builder routes, List<Integer> timeoutsMillis) {
        routes.get("/", page(index(timeoutsMillis), "text/html; charset=utf-8"))
                .get("/web/app.js", page(read("/web/app.js"), "text/javascript; charset=utf-8"))
                .get("/web/style.css", page(read("/web/style.css"), "text/css; charset=utf-8"))
                .get("/favicon.ico", page(read("/web/icon.svg"), "image/svg+xml"));
    }

    private static byte[] index(List<Integer> timeoutsMillis) {
        String options = timeoutsMillis.stream()
                .map(millis -> "<option value=\"%d\">%s s</option>"
                        .formatted(
                                millis,
                                BigDecimal.valueOf(millis, 3)
                                        .stripTrailingZeros()
                                        .toPlainString()))
                .collect(Collectors.joining());
        return new String(read("/web/index.html"), StandardCharsets.UTF_8)
                .replace("<!--timeouts-->", options)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static RequestHandler page(byte[] contents, String contentType) {
        Response response = Response.of(200, contentType, contents)
                .with("Content-Security-Policy", POLICY)
                .with("Cache-Control", "no-cache");
        return RequestHandler.answering(request -> response);
    }

    private static byte[] read(String resource) {
        try (InputStream in = WebPages.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("Not on the class path: " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("Could not read " + resource, e);
        }
    }
}
