package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.wire.Excerpt;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The format that a client likes best, by its {@code Accept}; of those it likes as much, the one it names first. How much
 * it likes one is said by the range that fits it closest, so {@code image/svg+xml;q=0, *}{@code /*} is anything but SVG.
 */
final class AcceptedFormat {

    private static final Pattern WEIGHT = Pattern.compile("(?i);\\s*q=([01](?:\\.[0-9]{0,3})?)");

    private AcceptedFormat() {}

    static Format of(Request request) {
        String accept = String.join(", ", request.headers().all("Accept"));
        if (accept.isBlank()) {
            return Format.SVG;
        }
        List<Range> ranges = ranges(accept);
        return Arrays.stream(Format.values())
                .flatMap(format -> liking(format, ranges).stream())
                .min(Comparator.comparingDouble((Liking liking) -> -liking.range.weight)
                        .thenComparingInt(liking -> ranges.indexOf(liking.range)))
                .orElseThrow(() -> new HttpError(
                        406,
                        "NOT_ACCEPTABLE",
                        "Accept is " + Excerpt.of(accept) + "; expected one of " + contentTypes()))
                .format;
    }

    private static String contentTypes() {
        return Arrays.stream(Format.values()).map(Format::contentType).collect(Collectors.joining(", "));
    }

    private static List<Range> ranges(String accept) {
        return Arrays.stream(accept.split(",")).map(AcceptedFormat::range).toList();
    }

    private static Range range(String text) {
        Matcher weight = WEIGHT.matcher(text);
        String type = text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return new Range(type, weight.find() ? Double.parseDouble(weight.group(1)) : 1);
    }

    private static Optional<Liking> liking(Format format, List<Range> ranges) {
        return ranges.stream()
                .filter(range -> range.closeness(format.contentType()) > 0)
                .max(Comparator.comparingInt(range -> range.closeness(format.contentType())))
                .filter(range -> range.weight > 0)
                .map(range -> new Liking(format, range));
    }

    private record Liking(Format format, Range range) {}

    private record Range(String type, double weight) {

        /** 0 if it does not fit at all. */
        int closeness(String contentType) {
            if (type.equals(contentType)) {
                return 3;
            }
            if (type.equals(contentType.split("/", 2)[0] + "/*")) {
                return 2;
            }
            return type.equals("*/*") ? 1 : 0;
        }
    }
}
