package asyfleet.net.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * One request, complete with its body. For a WebSocket route: the request that asked for the upgrade.
 *
 * @param body the bytes as they came; by convention nobody writes to them
 */
public record Request(Target target, Headers headers, byte[] body, Peer peer) {

    public Method method() {
        return target.method();
    }

    public String path() {
        return target.path();
    }

    /** The value of a {@code {name}} segment. Asking for one that the route's template does not have is a bug. */
    public String param(String name) {
        String value = target.params().get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the route has no {" + name + "}, only " + target.params().keySet());
        }
        return value;
    }

    /** The first value of a query parameter. */
    public Optional<String> query(String name) {
        return target.query().getOrDefault(name, List.of()).stream().findFirst();
    }

    /** The first header line of that name. */
    public Optional<String> header(String name) {
        return headers.first(name);
    }

    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * Runs the action, on the connection's thread, if the client hangs up before it has its answer. The action must not
     * block.
     */
    public void whenAbandoned(Runnable action) {
        peer.gone().thenRun(action);
    }

    // Neither path nor headers: both may hold tokens.
    @Override
    public String toString() {
        return "Request[" + method() + ", " + body.length + " bytes, from " + peer.address() + "]";
    }
}
