package asyfleet.client.connect;

import java.net.URI;
import java.util.Map;

/** The address of a fleet, as people write it. */
public final class ServerAddress {

    private static final Map<String, String> SCHEMES = Map.of("ws", "ws", "wss", "wss", "http", "ws", "https", "wss");

    private ServerAddress() {}

    /**
     * The WebSocket address for what was written: {@code host:port} and {@code http://host:port} mean
     * {@code ws://host:port}, and without a path it gets the one given. A path of {@code http} is that of the fleet, as
     * behind a proxy, and gets the path given as well; one of {@code ws} is the address itself unless it ends with a slash.
     *
     * @throws IllegalArgumentException that says what was expected
     */
    public static URI parse(String text, String path) {
        URI uri = uri(text.contains("://") ? text : "ws://" + text);
        String scheme = uri.getScheme() == null ? null : SCHEMES.get(uri.getScheme());
        if (scheme == null || uri.getHost() == null) {
            throw unusable(text, null);
        }
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(scheme + "://" + uri.getRawAuthority() + completed(uri, path) + query);
    }

    private static String completed(URI uri, String path) {
        String written = uri.getRawPath();
        boolean complete = uri.getScheme().startsWith("ws") ? !written.endsWith("/") : written.endsWith(path);
        return !written.isEmpty() && complete ? written : written.replaceFirst("/$", "") + path;
    }

    private static URI uri(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw unusable(text, e);
        }
    }

    private static IllegalArgumentException unusable(String text, Throwable cause) {
        return new IllegalArgumentException("'" + text + "' is no server; expected ws://host:port or wss://…", cause);
    }
}
