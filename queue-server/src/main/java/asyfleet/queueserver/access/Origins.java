package asyfleet.queueserver.access;

import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import java.util.Optional;
import java.util.Set;

/**
 * Which web pages may use this server from a browser. Programs send no {@code Origin} and are not asked.
 *
 * @param allowed origins such as {@code https://example.org}; {@code *} allows all
 */
public record Origins(Set<String> allowed) {

    private static final String ANY = "*";

    public Origins {
        allowed = Set.copyOf(allowed);
    }

    boolean isAllowed(String origin) {
        return allowed.contains(ANY) || allowed.contains(origin);
    }

    /** Lets the browser show the answer to the page, if the page may have it. */
    Response allow(Request request, Response response) {
        Optional<String> origin = request.header("Origin").filter(this::isAllowed);
        return origin.isEmpty()
                ? response
                : response.with("Access-Control-Allow-Origin", origin.get()).with("Vary", "Origin");
    }
}
