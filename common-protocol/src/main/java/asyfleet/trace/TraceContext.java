package asyfleet.trace;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One span of a distributed trace, as the header {@code traceparent} of W3C Trace Context names it.
 *
 * @param traceId 32 hexadecimal digits, the same in all services
 * @param spanId 16 hexadecimal digits
 * @param sampled whether spans of this trace are exported where an export is set up
 */
public record TraceContext(String traceId, String spanId, boolean sampled) {

    /** The header of an answer that names the trace of its request. */
    public static final String ANSWER = "X-Asyfleet-Trace";

    /** A newer version may have more behind the flags; what it has in front of them is the same. */
    private static final Pattern HEADER =
            Pattern.compile("(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    private static final String FIRST_VERSION = "00";
    private static final int SAMPLED = 1;

    /** Empty for what is no such header: a trace then begins here, as the standard demands. */
    public static Optional<TraceContext> parse(String header) {
        Matcher parts = HEADER.matcher(header.strip());
        if (!parts.matches() || parts.group(1).equals(FIRST_VERSION) && parts.group(5) != null) {
            return Optional.empty();
        }
        boolean sampled = (Integer.parseInt(parts.group(4), 16) & SAMPLED) != 0;
        return Optional.of(new TraceContext(parts.group(2), parts.group(3), sampled));
    }

    /** The first span of a new trace. */
    public static TraceContext create(boolean sampled) {
        return new TraceContext(random() + random(), random(), sampled);
    }

    /** A new span of the same trace. */
    public TraceContext child() {
        return new TraceContext(traceId, random(), sampled);
    }

    /** The value of {@code traceparent}. */
    public String header() {
        return FIRST_VERSION + '-' + traceId + '-' + spanId + (sampled ? "-01" : "-00");
    }

    /** Names need no secret: who knows one can do nothing with it. Never zero, which is not allowed. */
    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    }
}
