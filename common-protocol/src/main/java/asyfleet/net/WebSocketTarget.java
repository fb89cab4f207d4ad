package asyfleet.net;

import asyfleet.net.http.Headers;
import java.net.URI;
import java.util.Optional;

/**
 * The address that a WebSocket client connects to.
 *
 * @param uri {@code ws://} or {@code wss://}
 * @param headers to send with the handshake
 * @param subprotocol to offer
 * @param required whether a server that does not take it up is refused
 */
public record WebSocketTarget(URI uri, Headers headers, Optional<String> subprotocol, boolean required) {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    public WebSocketTarget {
        boolean known = "ws".equalsIgnoreCase(uri.getScheme()) || "wss".equalsIgnoreCase(uri.getScheme());
        if (!known || uri.getHost() == null) {
            throw new IllegalArgumentException("bad WebSocket URI: expected ws://host:port/path or wss://…");
        }
    }

    public static WebSocketTarget of(URI uri) {
        return new WebSocketTarget(uri, Headers.EMPTY, Optional.empty(), false);
    }

    public WebSocketTarget withHeaders(Headers other) {
        return new WebSocketTarget(uri, other, subprotocol, required);
    }

    /** With a sub-protocol that the server has to take up. */
    public WebSocketTarget withSubprotocol(String name) {
        return new WebSocketTarget(uri, headers, Optional.of(name), true);
    }

    /** With a sub-protocol that the server may ignore; see {@link WebSocketConnector#SUBPROTOCOL}. */
    public WebSocketTarget withOffer(String name) {
        return new WebSocketTarget(uri, headers, Optional.of(name), false);
    }

    boolean isSecure() {
        return "wss".equalsIgnoreCase(uri.getScheme());
    }

    /** Without the brackets that an IPv6 address has in a URI. */
    String host() {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return isSecure() ? HTTPS_PORT : HTTP_PORT;
    }

    /** Scheme, host and port: paths may hold tokens. */
    @Override
    public String toString() {
        return uri.getScheme() + "://" + uri.getHost() + ":" + port();
    }
}
