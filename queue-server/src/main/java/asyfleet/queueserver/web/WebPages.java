package asyfleet.queueserver.web;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.protocol.wire.Excerpt;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The pages and what they load, read once at start. The page speaks to {@code /asy} like any other client. Pictures are
 * shown as images, never as part of the page, so nothing in a user's SVG can run. The files are built from {@code
 * queue-server/web}; their names hold a hash of their contents, so that a browser never has to ask again.
 */
public final class WebPages {

    /** With it a browser says from which page a form comes, but only to this server. */
    static final String OWN_REFERRER = "same-origin";

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; frame-src 'self';"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none'";

    private static final String NO_FRAME = "; frame-ancestors 'none'";

    /**
     * The frame in which a 3D figure turns: its script may run, but sees neither the page nor any server. It holds nothing by
     * itself, so every page that may use this server may have it.
     */
    private static final String VIEWER_POLICY =
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
                    + " img-src data: blob:";

    private static final String FOR_EVER = "public, max-age=31536000, immutable";
    private static final String ASK_AGAIN = "no-cache";

    /** By path below {@code /}, such as {@code web/editor-ABCDEFGH.js}. */
    private final Map<String, WebFile> files = new HashMap<>();

    private WebPages() {
        for (String name : text("files.txt").lines().toList()) {
            if (!name.startsWith("pages/")) {
                boolean hashed = name.matches("web/.*-[A-Z0-9]{8}\\.\\w+");
                files.put(
                        name,
                        WebFile.ofGzip(name, read(name + ".gz")).with("Cache-Control", hashed ? FOR_EVER : ASK_AGAIN));
            }
        }
    }

    /** @param root what stands before the page at {@code /} */
    public static void addRoutes(Routes.Builder routes, PageSettings settings, UnaryOperator<RequestHandler> root) {
        WebPages pages = new WebPages();
        String framed = settings.framePolicy();
        routes.get("/", root.apply(editor(settings).handler()))
                .get("/stats", page("stats.html", POLICY + NO_FRAME).handler())
                .get("/api", page("api.html", POLICY + NO_FRAME).handler())
                .get("/embed", page("embed.html", POLICY + framed).handler())
                .get("/viewer", page("viewer.html", VIEWER_POLICY + framed).handler())
                .get("/web/{file}", pages.below("web/"))
                .get("/client/{file}", pages.below("client/"))
                .get(
                        "/favicon.ico",
                        WebFile.ofPlain("icon.svg", read("pages/icon.svg")).handler());
    }

    private static WebFile editor(PageSettings settings) {
        String form = PlainPage.read(settings.asksForToken()).formOf(FormFields.FIRST);
        Map<String, String> contents = Map.of(
                "timeouts", settings.timeouts(),
                "types", settings.types(),
                "token", String.valueOf(settings.asksForToken()),
                "form", form);
        return page("index.html", POLICY + NO_FRAME, contents).with("Referrer-Policy", OWN_REFERRER);
    }

    private static WebFile page(String name, String policy) {
        return page(name, policy, Map.of());
    }

    private static WebFile page(String name, String policy, Map<String, String> contents) {
        byte[] html = template(name).filled(contents).getBytes(StandardCharsets.UTF_8);
        return WebFile.ofPlain(name, html)
                .with("Content-Security-Policy", policy)
                .with("Cache-Control", ASK_AGAIN);
    }

    static HtmlTemplate template(String page) {
        return new HtmlTemplate(text("pages/" + page));
    }

    private RequestHandler below(String folder) {
        return RequestHandler.answering(request -> found(folder + request.param("file"), request));
    }

    private Response found(String name, Request request) {
        WebFile file = files.get(name);
        if (file == null) {
            throw new HttpError(
                    404, "NOT_FOUND", "no file " + Excerpt.of(name) + "; reload the page for the new names");
        }
        return file.answer(request);
    }

    private static String text(String resource) {
        return new String(read(resource), StandardCharsets.UTF_8);
    }

    private static byte[] read(String name) {
        String resource = "/web/" + name;
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
