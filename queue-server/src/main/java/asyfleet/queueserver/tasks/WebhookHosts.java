package asyfleet.queueserver.tasks;

import asyfleet.config.ValueType;
import asyfleet.net.http.HttpError;
import asyfleet.protocol.wire.Excerpt;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The hosts that webhooks may go to: exactly these schemes, hosts and ports, so that nobody can have this server call
 * into the network that it stands in.
 *
 * @param origins such as {@code https://example.org:443}
 */
public record WebhookHosts(Set<String> origins) {

    /** The setting that allows hosts. */
    public static final String SETTING = "ASYFLEET_WEBHOOK_HOSTS";

    /** A host, or scheme, host and port; without a scheme it is https. */
    public static final ValueType<String> TYPE = ValueType.of("host", WebhookHosts::parse);

    private static final int LONGEST_URL = 2000;

    public WebhookHosts {
        origins = Set.copyOf(origins);
    }

    public static WebhookHosts of(List<String> origins) {
        return new WebhookHosts(Set.copyOf(origins));
    }

    private static String parse(String text) {
        try {
            URI uri = new URI(text.contains("://") ? text : "https://" + text);
            if (uri.getHost() != null
                    && (uri.getRawPath() == null || uri.getRawPath().isEmpty())) {
                return origin(uri);
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("expected a host, or a URL such as https://host:8443", e);
        }
        throw new IllegalArgumentException("expected a host, or a URL such as https://host:8443");
    }

    private static String origin(URI uri) {
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new IllegalArgumentException("expected http or https");
        }
        int usual = scheme.equals("https") ? 443 : 80;
        int port = uri.getPort() < 0 ? usual : uri.getPort();
        return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + ":" + port;
    }

    /** The URL itself, or a 400 that says what was expected. */
    String check(String url) {
        URI uri = uri(url);
        boolean plain = uri.getHost() != null && uri.getRawUserInfo() == null && url.length() <= LONGEST_URL;
        if (!plain || !uri.isAbsolute()) {
            throw HttpError.badRequest("webhook is " + Excerpt.of(url) + " of " + url.length()
                    + " characters; expected a URL such as https://host/path with a host, no password and at most "
                    + LONGEST_URL + " characters");
        }
        if (!isAllowed(uri)) {
            throw HttpError.badRequest("webhook goes to " + Excerpt.of(uri.getScheme() + "://" + uri.getRawAuthority())
                    + ", which is not allowed; expected a host that the operator lists in " + SETTING);
        }
        return url;
    }

    private boolean isAllowed(URI uri) {
        try {
            return origins.contains(origin(uri));
        } catch (IllegalArgumentException e) {
            return false; // another scheme
        }
    }

    private static URI uri(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw HttpError.badRequest("webhook is " + Excerpt.of(url) + ", which is not a URL ("
                    + Excerpt.line(e.getReason(), 100) + "); expected one such as https://host/path");
        }
    }
}
