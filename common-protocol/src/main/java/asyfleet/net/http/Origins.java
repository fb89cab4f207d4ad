package asyfleet.net.http;

import asyfleet.config.ValueType;
import asyfleet.protocol.wire.Excerpt;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The web pages that may use this server from a browser: those it serves itself, and those of allowed origins. Programs
 * send no {@code Origin} and are not asked. A page of another origin is refused before anything runs: without that a
 * browser would still let it send a simple POST and only hide the answer.
 *
 * @param allowed origins such as {@code https://example.org}; {@code *} allows all
 * @param hosts without them a page could make its own origin look like one of ours
 */
public record Origins(Set<String> allowed, HostNames hosts) implements CrossOrigin {

    /** For settings. */
    public static final ValueType<String> TYPE = ValueType.of("origin", Origins::parse);

    private static final String ANY = "*";

    /** No page beside those of this server. */
    private static final String OWN = "own";

    /** All that our clients set. Named one by one because a browser's wildcard leaves {@code Authorization} out. */
    private static final String REQUEST_HEADERS = "Authorization, Content-Type, Cache-Control, If-None-Match,"
            + " Last-Event-ID, X-Asyfleet-Session, X-Priority, traceparent, tracestate";

    /** Clients of Kroki name the options of a diagram in headers, of which there are too many to list. */
    private static final Pattern DIAGRAM_OPTION = Pattern.compile("(?i)kroki-diagram-options-[a-z0-9_-]{1,60}");

    private static final int MOST_DIAGRAM_OPTIONS = 32;

    /** The headers of an answer that a page may read. */
    private static final String ANSWER_HEADERS = "ETag, Location, Retry-After, WWW-Authenticate,"
            + " X-Asyfleet-Execution-Ms, X-Asyfleet-Queued-Ms, X-Asyfleet-Total-Ms, X-Asyfleet-Trace";

    private static final String TWO_HOURS = "7200"; // as long as a browser believes it

    public Origins {
        allowed = Set.copyOf(allowed);
    }

    /**
     * By default every page may use a server that others can reach, as most such servers are there for pages; a server that
     * only this machine reaches is for its own pages, or every page that its user visits could use it.
     */
    public static Origins of(Set<String> given, HostNames hosts, String bind) {
        Set<String> allowed = given.isEmpty() ? Set.of(HostNames.isLoopback(bind) ? OWN : ANY) : given;
        return new Origins(allowed, hosts);
    }

    private static String parse(String text) {
        String origin = text.toLowerCase(Locale.ROOT);
        if (!origin.equals(ANY) && !origin.equals(OWN) && !origin.matches("[a-z][a-z0-9+.-]*://[^/?#@\\s]+")) {
            throw new IllegalArgumentException(
                    "expected *, own, or an origin such as https://example.org, without a path");
        }
        return origin.replaceFirst("^(https://.*):443$|^(http://.*):80$", "$1$2"); // a browser leaves it out, too
    }

    /**
     * The same pages as a content security policy names them in {@code frame-ancestors}, our own first; empty if it is every
     * page, of which {@code *} would leave those out that come from a file.
     */
    public Optional<List<String>> policySources() {
        return allowed.contains(ANY)
                ? Optional.empty()
                : Optional.of(Stream.concat(
                                Stream.of("'self'"),
                                allowed.stream()
                                        .filter(origin -> !origin.equals(OWN))
                                        .sorted())
                        .toList());
    }

    @Override
    public void check(Headers request) {
        hosts.check(request);
        Optional<String> origin = request.first("Origin");
        if (origin.isPresent() && !isAllowed(origin.get(), request)) {
            throw new HttpError(
                    403,
                    "ORIGIN_REFUSED",
                    "pages of " + Excerpt.of(origin.get()) + " may not use this server; expected one of its own pages,"
                            + " or of an origin that its operator allowed");
        }
    }

    private boolean isAllowed(String origin, Headers request) {
        return allowed.contains(ANY) || allowed.contains(origin) || isOwn(origin, request);
    }

    /** The scheme is not compared: behind a proxy that ends TLS the browser's is not ours. */
    private static boolean isOwn(String origin, Headers request) {
        int authority = origin.indexOf("://") + 3;
        String defaultPort = origin.startsWith("https:") ? ":443" : ":80";
        String host = request.first("Host").orElse("");
        String plain = host.endsWith(defaultPort) ? host.substring(0, host.length() - defaultPort.length()) : host;
        return authority > 3 && plain.equalsIgnoreCase(origin.substring(authority));
    }

    @Override
    public Response shown(Response response, Headers request) {
        if (allowed.contains(ANY)) {
            return readable(response, ANY, request);
        }
        // Also for requests of no page: a cache must not give their answers to one.
        Response varying = response.plus("Vary", "Origin");
        return request.first("Origin")
                .filter(origin -> isAllowed(origin, request))
                .map(origin -> readable(varying, origin, request))
                .orElse(varying);
    }

    private static Response readable(Response response, String origin, Headers request) {
        Response readable = response.with("Access-Control-Allow-Origin", origin);
        Optional<String> methods = response.headers().first("Allow");
        return methods.isPresent() && request.contains("Access-Control-Request-Method")
                ? readable.with("Access-Control-Allow-Methods", methods.get())
                        .with("Access-Control-Allow-Headers", requestHeaders(request))
                        .with("Access-Control-Max-Age", TWO_HOURS)
                : readable.with("Access-Control-Expose-Headers", ANSWER_HEADERS);
    }

    private static String requestHeaders(Headers request) {
        Stream<String> options = request.all("Access-Control-Request-Headers").stream()
                .flatMap(names -> Arrays.stream(names.split(",")))
                .map(String::strip)
                .filter(name -> DIAGRAM_OPTION.matcher(name).matches())
                .limit(MOST_DIAGRAM_OPTIONS);
        return Stream.concat(Stream.of(REQUEST_HEADERS), options).collect(Collectors.joining(", "));
    }
}
