package asyfleet.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The type of a setting: how its text becomes a value.
 *
 * @param label what the help shows in place of a value, without brackets
 * @param secret whether the text may never be repeated in a message
 * @param parse throws {@link IllegalArgumentException} with a message that says what was expected; the message must not
 *     contain the text itself, which is added where it may be shown
 */
public record ValueType<T>(String label, boolean secret, Function<String, T> parse) {

    private static final String SWITCH = "true|false";
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)?");

    // Timers take milliseconds as an int or nanoseconds as a long; what is longer is a mistake anyway.
    private static final Duration LONGEST = Duration.ofDays(366);

    private static final Pattern BYTES = Pattern.compile("(\\d{1,12})([kKmMgG]?)(?:i?[bB])?");

    // A name as in RFC 1123, or an address: what may stand in the host part of a URL, without the brackets of IPv6.
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9A-Fa-f:.%]*:.*");

    /** A type of a service's own; {@code parse} as described at {@link ValueType}. */
    public static <T> ValueType<T> of(String label, Function<String, T> parse) {
        return new ValueType<>(label, false, parse);
    }

    public static ValueType<String> text() {
        return of("text", text -> require(!text.isEmpty(), text, "a text that is not empty"));
    }

    public static ValueType<Secret> secretText() {
        return new ValueType<>(
                "secret", true, text -> new Secret(require(!text.isEmpty(), text, "a text that is not empty")));
    }

    /** A TCP port; 0 asks the system for a free one. */
    public static ValueType<Integer> port() {
        return of("port", text -> Math.toIntExact(wholeNumber(text, 0, 65_535, "a port from 0 to 65535")));
    }

    /** A host name or an IPv4 or IPv6 address; whether it exists shows when it is used. */
    public static ValueType<String> host() {
        return of("host", text -> require(HOST.matcher(text).matches(), text, "a host name or an IP address"));
    }

    public static ValueType<Integer> positiveInt() {
        return intBetween(1, Integer.MAX_VALUE);
    }

    public static ValueType<Integer> intBetween(int min, int max) {
        String expected = max == Integer.MAX_VALUE
                ? "a whole number of at least " + min
                : "a whole number from " + min + " to " + max;
        return of("number", text -> Math.toIntExact(wholeNumber(text, min, max, expected)));
    }

    /** A share from 0 to 100, with or without the sign. */
    public static ValueType<Integer> percent() {
        return of("percent", text -> {
            String digits = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
            return Math.toIntExact(wholeNumber(digits, 0, 100, "a percentage from 0% to 100%"));
        });
    }

    /** A size in bytes; {@code 64k}, {@code 8m}, {@code 1g} (also {@code 8MiB}) are powers of 1024. */
    public static ValueType<Long> bytes() {
        return of("bytes", text -> {
            Matcher matcher = BYTES.matcher(text);
            require(matcher.matches(), text, "a size in bytes such as 65536, 64k, 8m or 1g");
            int shift =
                    switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                        case "k" -> 10;
                        case "m" -> 20;
                        case "g" -> 30;
                        default -> 0;
                    };
            long number = Long.parseLong(matcher.group(1));
            require(
                    number <= Long.MAX_VALUE >> shift,
                    text,
                    "a size in bytes of at most " + (Long.MAX_VALUE >> 30) + "g");
            return number << shift;
        });
    }

    /** A duration above zero: {@code 500ms}, {@code 3s}, {@code 5m}, {@code 2h}, {@code 1d}, or plain milliseconds. */
    public static ValueType<Duration> duration() {
        return of("duration", text -> {
            Duration duration = parseDuration(text, "a duration such as 500ms, 3s, 5m or 60000 (milliseconds)");
            require(!duration.isZero(), text, "a duration above zero");
            return duration;
        });
    }

    /** As {@link #duration()}, and 0 for "never" or "not at all", as the setting's description says. */
    public static ValueType<Duration> durationOrZero() {
        return of(
                "duration", text -> parseDuration(text, "a duration such as 0, 500ms, 3s, 5m or 60000 (milliseconds)"));
    }

    /** A URI with one of the schemes and a host. One that may carry a password is to be {@link #hidden()}. */
    public static ValueType<URI> uri(String... schemes) {
        String expected = "a URI that starts with "
                + Arrays.stream(schemes).map(scheme -> scheme + "://").collect(Collectors.joining(" or "));
        return of("uri", text -> {
            try {
                URI uri = new URI(text);
                require(uri.getScheme() != null && List.of(schemes).contains(uri.getScheme()), text, expected);
                require(uri.getHost() != null, text, expected + " and names a host, without an underscore");
                return uri;
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException("expected " + expected, e);
            }
        });
    }

    /** A path in the file system; whether anything is there shows when it is used. */
    public static ValueType<Path> path() {
        return of("path", text -> {
            try {
                return Path.of(require(!text.isEmpty(), text, "a path"));
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException("expected a path", e);
            }
        });
    }

    /** A switch: as a flag it may stand without a value. */
    public static ValueType<Boolean> bool() {
        return of(SWITCH, text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw new IllegalArgumentException("expected true or false");
        });
    }

    /** A constant of the enum, written in lower case with dashes. */
    public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        return of(String.join("|", names), text -> {
            int index = names.indexOf(text.toLowerCase(Locale.ROOT));
            require(index >= 0, text, "one of " + String.join(", ", names));
            return type.getEnumConstants()[index];
        });
    }

    /** Comma-separated values; blanks around them do not count, and an empty text is an empty list. */
    public static <T> ValueType<List<T>> listOf(ValueType<T> element) {
        return new ValueType<>(element.label + ",...", element.secret, text -> Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .map(element.parse)
                .toList());
    }

    /** The same values, never repeated in a message: for URIs that may carry a password. */
    public ValueType<T> hidden() {
        return new ValueType<>(label, true, parse);
    }

    /** Whether its flag may stand without a value. */
    boolean isSwitch() {
        return label.equals(SWITCH);
    }

    private static Duration parseDuration(String text, String expected) {
        Matcher matcher = DURATION.matcher(text);
        require(matcher.matches(), text, expected);
        long amount = Long.parseLong(matcher.group(1));
        Duration duration =
                switch (matcher.group(2) == null ? "ms" : matcher.group(2)) {
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    case "h" -> Duration.ofHours(amount);
                    case "d" -> Duration.ofDays(amount);
                    default -> Duration.ofMillis(amount);
                };
        require(duration.compareTo(LONGEST) <= 0, text, expected + ", at most a year");
        return duration;
    }

    private static long wholeNumber(String text, long min, long max, String expected) {
        try {
            long number = Long.parseLong(text);
            require(number >= min && number <= max, text, expected);
            return number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected " + expected, e);
        }
    }

    private static String require(boolean holds, String text, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected);
        }
        return text;
    }
}
