package asyfleet.protocol.limiter;

import asyfleet.protocol.wire.Excerpt;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The lines of a message, taken apart. A body, which no message has a use for, is left out.
 *
 * @param type in upper case
 * @param params by name in lower case
 * @param maxValueChars how long a value may be that a message has a use for; what is ignored may be anything
 */
record LimiterText(String type, Map<String, String> params, int maxValueChars) {

    /** The largest unsigned 32-bit integer: existing programs read limits and counts as such. */
    static final long MAX_COUNT = 0xffff_ffffL;

    /** Zeros may lead; behind them are no more digits than the largest count has. */
    private static final Pattern DIGITS = Pattern.compile("0*[0-9]{1,10}");

    static LimiterText parse(String text, LimiterLimits limits) {
        Iterator<String> lines =
                Arrays.stream(text.split("\n", -1)).map(String::strip).iterator();
        String type = lines.next().toUpperCase(Locale.ROOT);
        Map<String, String> params = new HashMap<>();
        while (lines.hasNext()) {
            String line = lines.next();
            if (line.isEmpty()) {
                break;
            }
            putParam(params, line);
        }
        return new LimiterText(type, params, limits.maxValueChars());
    }

    private static void putParam(Map<String, String> params, String line) {
        int colon = line.indexOf(':');
        if (colon >= 0) {
            String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            params.put(name, line.substring(colon + 1).strip());
        }
    }

    /** A parameter that must be there. */
    String required(String name) {
        String value = params.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        if (value.isEmpty()) {
            throw LimiterProtocolException.ofMessage("Missing parameter '" + name + "' for message '" + type + "'");
        }
        if (value.length() > maxValueChars) {
            throw bad(name, value, "at most " + maxValueChars + " characters, not " + value.length());
        }
        return value;
    }

    long count(String name) {
        String value = required(name);
        if (DIGITS.matcher(value).matches()) {
            long count = Long.parseLong(value);
            if (count <= MAX_COUNT) {
                return count;
            }
        }
        throw bad(name, value, "an integer from 0 to " + MAX_COUNT);
    }

    boolean flag(String name) {
        String value = required(name);
        return switch (value.toUpperCase(Locale.ROOT)) {
            case "TRUE" -> true;
            case "FALSE" -> false;
            default -> throw bad(name, value, "TRUE or FALSE");
        };
    }

    private LimiterProtocolException bad(String name, String value, String expected) {
        return LimiterProtocolException.ofMessage("Parameter '" + name + "' for message '" + type + "' is "
                + Excerpt.of(value) + "; expected " + expected);
    }

    static String param(String name, Object value) {
        return name + ": " + value;
    }

    /** Refuses a value that a reader would see as another, because it ends the line or is trimmed. */
    static void checkValue(String name, String value) {
        if (value.isEmpty() || value.indexOf('\n') >= 0 || !value.equals(value.strip())) {
            throw new IllegalArgumentException(
                    name + " is " + Excerpt.of(value) + "; expected one line with no space around it");
        }
    }

    static void checkCount(String name, long count) {
        if (count < 0 || count > MAX_COUNT) {
            throw new IllegalArgumentException(name + " is " + count + "; expected 0 to " + MAX_COUNT);
        }
    }
}
