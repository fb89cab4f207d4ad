package asyfleet.net.route;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The path of a request target as it was sent, cut into segments before it is decoded, so that an encoded slash stays
 * inside its segment.
 */
public record RawPath(List<String> segments) {

    /**
     * @param target origin form ({@code /a/b?q}) or absolute form ({@code http://host/a/b?q}), as RFC 9112 requires
     * @throws IllegalArgumentException if a percent escape is broken
     */
    public static RawPath of(String target) {
        String path = withoutOrigin(target);
        int end = indexOfAny(path, '?', '#');
        String[] parts = path.substring(0, end).split("/", -1);
        List<String> segments = new ArrayList<>(parts.length);
        for (int i = 1; i < parts.length; i++) {
            segments.add(decode(parts[i]));
        }
        return new RawPath(Collections.unmodifiableList(segments));
    }

    /** The host and port of a target in absolute form. */
    public static Optional<String> host(String target) {
        int scheme = target.indexOf("://");
        if (target.startsWith("/") || scheme < 0) {
            return Optional.empty();
        }
        String rest = target.substring(scheme + 3);
        String authority = rest.substring(0, indexOfAny(rest, '/', '?'));
        return Optional.of(authority.substring(authority.indexOf('@') + 1));
    }

    private static String withoutOrigin(String target) {
        int scheme = target.indexOf("://");
        if (target.startsWith("/") || scheme < 0) {
            return target;
        }
        int slash = target.indexOf('/', scheme + 3);
        return slash < 0 ? "/" : target.substring(slash);
    }

    private static int indexOfAny(String text, char a, char b) {
        int end = 0;
        while (end < text.length() && text.charAt(end) != a && text.charAt(end) != b) {
            end++;
        }
        return end;
    }

    private static String decode(String segment) {
        // The decoder is made for queries, where a plus is a blank; in a path it is a plus.
        return QueryStringDecoder.decodeComponent(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The decoded path, for showing; not for matching. */
    public String text() {
        return "/" + String.join("/", segments);
    }
}
