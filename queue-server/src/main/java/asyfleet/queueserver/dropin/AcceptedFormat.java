package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.wire.Excerpt;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The format that a client likes best, by its {@code Accept}; of those it likes as much, the one it names first. */
final class AcceptedFormat {

    private static final Pattern WEIGHT = Pattern.compile(";\\s*q=([01](?:\\.[0-9]{0,3})?)");

    private AcceptedFormat() {}

    static Format of(Request request) {
        List<String> lines = request.headers().all("Accept");
        if (lines.isEmpty()) {
            return Format.SVG;
        }
        return lines.stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .filter(range -> weight(range) > 0)
                .sorted(Comparator.comparingDouble(AcceptedFormat::weight).reversed())
                .flatMap(range -> formatOf(range).stream())
                .findFirst()
                .orElseThrow(() -> new HttpError(
                        406,
                        "NOT_ACCEPTABLE",
                        "Accept is " + Excerpt.of(String.join(", ", lines))
                                + "; expected image/svg+xml, application/pdf or image/png"));
    }

    private static double weight(String range) {
        Matcher weight = WEIGHT.matcher(range);
        return weight.find() ? Double.parseDouble(weight.group(1)) : 1;
    }

    private static Optional<Format> formatOf(String range) {
        String type = range.split(";", 2)[0].strip();
        if (type.equals("*/*") || type.equals("image/*")) {
            return Optional.of(Format.SVG);
        }
        return Arrays.stream(Format.values())
                .filter(format -> format.contentType().equalsIgnoreCase(type))
                .findFirst();
    }
}
