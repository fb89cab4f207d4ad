package asyfleet.protocol.limiter;

import asyfleet.protocol.wire.Excerpt;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The lines of a message, taken apart.
 *
 * @param type in upper case
 * @param params by name in lower case
 * @param body empty if there is none; no message of the protocol has a use for it
 */
record LimiterText(String type, Map<String, String> params, String body) {

    /** What an unsigned 32-bit integer holds, which is how programs that exist read limits and counts. */
    static final long MAX_COUNT = 0xffff_ffffL;

    static LimiterText parse(String text, LimiterLimits limits) {
        int end = lineEnd(text, 0);
        String type = text.substring(0, end).strip().toUpperCase(Locale.ROOT);
        Map<String, String> params = new LinkedHashMap<>();
        for (int start = end + 1; start < text.length(); start = end + 1) {
            end = lineEnd(text, start);
            String line = text.substring(start, end).strip();
            if (line.isEmpty()) {
                return new LimiterText(type, params, text.substring(Math.min(end + 1, text.length())));
            }
            putParam(params, line, limits);
        }
        return new LimiterText(type, params, "");
    }

    private static int lineEnd(String text, int start) {
        int end = text.indexOf('\n', start);
        return end < 0 ? text.length() : end;
    }

    private static void putParam(Map<String, String> params, String line, LimiterLimits limits) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            return;
        }
        String name = line.substring(0, colon).strip();
        String value = line.substring(colon + 1).strip();
        if (value.length() > limits.maxValueChars()) {
            throw LimiterProtocolException.ofMessage("Parameter " + Excerpt.of(name) + " has " + value.length()
                    + " characters; expected at most " + limits.maxValueChars());
        }
        params.put(name.toLowerCase(Locale.ROOT), value);
    }

    /** A parameter that must be there. */
    String required(String name) {
        String value = params.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        if (value.isEmpty()) {
            throw LimiterProtocolException.ofMessage("Missing parameter '" + name + "' for message '" + type + "'");
        }
        return value;
    }

    long count(String name) {
        String value = required(name);
        if (value.length() <= 10 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
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
