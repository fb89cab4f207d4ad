package asyfleet.queueserver.access;

import asyfleet.config.Secret;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens of the API, if any are required. Given as {@code Authorization: Bearer TOKEN}, or, because a browser cannot
 * set headers on a WebSocket, as {@code ?token=TOKEN}.
 */
public final class ApiTokens {

    /** Swapped as a whole by the thread that reads the file, read by event loops: hence volatile. */
    private volatile Optional<Map<String, Secret>> required;

    /** @param required name to token; empty if everybody may come in */
    public ApiTokens(Optional<Map<String, Secret>> required) {
        this.required = required;
    }

    /** From now on these tokens count, and no others. */
    void replace(Map<String, Secret> tokens) {
        required = Optional.of(Map.copyOf(tokens));
    }

    /** Refuses a request without a token that counts, if one is required. */
    public void check(Request request) {
        if (required.isPresent() && nameOf(request).isEmpty()) {
            String error = offered(request).isEmpty()
                    ? "no token; expected Authorization: Bearer TOKEN, or ?token=TOKEN"
                    : "the token is not accepted";
            throw new HttpError(401, "UNAUTHORIZED", error).withHeader("WWW-Authenticate", "Bearer");
        }
    }

    /** Every token is compared, so that the time it takes tells nothing about any. */
    Optional<String> nameOf(Request request) {
        Optional<String> offered = offered(request);
        Optional<Map<String, Secret>> tokens = required;
        if (offered.isEmpty() || tokens.isEmpty()) {
            return Optional.empty();
        }
        String found = null;
        for (Map.Entry<String, Secret> token : tokens.get().entrySet()) {
            if (token.getValue().matches(offered.get())) {
                found = token.getKey();
            }
        }
        return Optional.ofNullable(found);
    }

    private static Optional<String> offered(Request request) {
        Optional<String> header = request.header("Authorization")
                .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
                .map(value -> value.substring(7).strip());
        return header.isPresent() ? header : request.query("token");
    }
}
