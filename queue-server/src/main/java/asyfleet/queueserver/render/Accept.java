package asyfleet.queueserver.render;

import asyfleet.net.http.Request;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code Accept} of a request: media ranges, in order. How much a client likes a type is said by the range that fits it
 * closest, so {@code image/svg+xml;q=0, *}{@code /*} is anything but SVG.
 */
public record Accept(List<Range> ranges) {

    private static final Pattern WEIGHT = Pattern.compile("(?i);\\s*q=([01](?:\\.[0-9]{0,3})?)");

    /** The types that fit, and how much the client likes them, from 0 to 1. */
    public record Range(String type, double weight) {

        private static Range parse(String text) {
            Matcher weight = WEIGHT.matcher(text);
            String type = text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
            return new Range(type, weight.find() ? Double.parseDouble(weight.group(1)) : 1);
        }

        /** 0 if it does not fit at all. */
        private int closeness(String mediaType) {
            if (type.equals(mediaType)) {
                return 3;
            }
            if (type.equals(mediaType.split("/", 2)[0] + "/*")) {
                return 2;
            }
            return type.equals("*/*") ? 1 : 0;
        }
    }

    public static Accept of(Request request) {
        String text = String.join(", ", request.headers().all("Accept"));
        return new Accept(
                text.isBlank()
                        ? List.of()
                        : Arrays.stream(text.split(",")).map(Range::parse).toList());
    }

    /** Whether the client says nothing about what it accepts. */
    public boolean isSilent() {
        return ranges.isEmpty();
    }

    /** Whether the type is named in full, and liked. */
    public boolean names(String mediaType) {
        return ranges.stream().anyMatch(range -> range.type.equals(mediaType) && range.weight > 0);
    }

    /**
     * The choice that the client likes best; of those it likes as much, the one that it names first; of those that it does
     * not tell apart, the first choice.
     */
    public <T> Optional<T> best(List<T> choices, Function<T, String> mediaType) {
        return choices.stream()
                .flatMap(choice -> liking(choice, mediaType.apply(choice)).stream())
                .min(Comparator.comparingDouble((Liking<T> liking) -> -liking.range.weight)
                        .thenComparingInt(liking -> ranges.indexOf(liking.range)))
                .map(Liking::choice);
    }

    private record Liking<T>(T choice, Range range) {}

    private <T> Optional<Liking<T>> liking(T choice, String mediaType) {
        return ranges.stream()
                .filter(range -> range.closeness(mediaType) > 0)
                .max(Comparator.comparingInt(range -> range.closeness(mediaType)))
                .filter(range -> range.weight > 0)
                .map(range -> new Liking<>(choice, range));
    }
}
