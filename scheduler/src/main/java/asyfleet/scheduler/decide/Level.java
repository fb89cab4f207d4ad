package asyfleet.scheduler.decide;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One entry of the series, written {@code 10s=50%}: a duration and how many may run that long or longer. */
record Level(long durationMillis, Limit limit) {

    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m)");

    static Level parse(String text) {
        int sign = text.indexOf('=');
        if (sign < 0) {
            return new Level(parseDuration(text), Limit.ALL);
        }
        return new Level(
                parseDuration(text.substring(0, sign).strip()),
                Limit.parse(text.substring(sign + 1).strip()));
    }

    private static long parseDuration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
            throw new IllegalArgumentException(
                    "duration is \"" + text + "\", expected a number above 0 with ms, s or m, like 3s");
        }
        return Long.parseLong(matcher.group(1)) * millisOf(matcher.group(2));
    }

    private static long millisOf(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1000;
            default -> 60_000;
        };
    }

    @Override
    public String toString() {
        String duration = durationMillis % 1000 == 0 ? durationMillis / 1000 + "s" : durationMillis + "ms";
        return duration + "=" + limit;
    }
}
