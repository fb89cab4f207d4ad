package asyfleet.queueserver.access;

import asyfleet.config.Secret;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens of the API, if any are required. Given as {@code Authorization: Bearer TOKEN}; where headers cannot be set, as
 * {@code ?token=TOKEN}; and by a page, whose WebSockets can set no header and whose addresses end in logs, as one more
 * sub-protocol, {@code bearer.} and the token in base64url.
 */
public final class ApiTokens {

    private static final String SUBPROTOCOL = "bearer.";

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

    public boolean areRequired() {
        return required.isPresent();
    }

    /** Whether the request has a token that counts, if one is required. */
    boolean admits(Request request) {
        return required.isEmpty() || nameOf(request).isPresent();
    }

    /** Refuses a request without a token that counts, if one is required. */
    public void check(Request request) {
        if (!admits(request)) {
            String error = offered(request).isEmpty()
                    ? "no token; expected Authorization: Bearer TOKEN, or ?token=TOKEN"
                    : "the token is not accepted";
            throw new HttpError(401, "UNAUTHORIZED", error).withHeader("WWW-Authenticate", "Bearer");
        }
    }

    /** Every token is compared, so that the time it takes tells nothing about any. */
    public Optional<String> nameOf(Request request) {
        Optional<Map<String, Secret>> tokens = required;
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> offered = offered(request);
        if (offered.isEmpty()) {
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
        return request.header("Authorization")
                .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
                .map(value -> value.substring(7).strip())
                .or(() -> offeredAsSubprotocol(request))
                .or(() -> request.query("token"));
    }

    private static Optional<String> offeredAsSubprotocol(Request request) {
        return request.headers().all("Sec-WebSocket-Protocol").stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(String::strip)
                .filter(name -> name.startsWith(SUBPROTOCOL))
                .map(name -> decoded(name.substring(SUBPROTOCOL.length())))
                .findFirst();
    }

    private static String decoded(String base64url) {
        try {
            return new String(Base64.getUrlDecoder().decode(base64url), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return ""; // no token is empty
        }
    }
}
