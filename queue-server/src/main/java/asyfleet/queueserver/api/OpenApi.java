package asyfleet.queueserver.api;

import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * {@code GET /api/openapi.json}: the description of all HTTP routes, written by hand so that it explains; a test compares
 * it with the routes. Open to everybody, as tools read it before they have a token.
 */
public final class OpenApi {

    static final String RESOURCE = "/api/openapi.json";

    private OpenApi() {}

    public static void addRoutes(Routes.Builder routes) {
        Response description = Response.of(200, "application/json", read()).with("Cache-Control", "no-cache");
        routes.get("/api/openapi.json", RequestHandler.answering(request -> description));
    }

    private static byte[] read() {
        try (InputStream in = OpenApi.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("Not on the class path: " + RESOURCE);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("Could not read " + RESOURCE, e);
        }
    }
}
