package asyfleet.redis.connection;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations as the schema writes them: seconds, with a fraction where there is one. */
public final class Seconds {

    private static final Pattern DURATION = Pattern.compile("[0-9]{1,9}([.][0-9]{0,9})?");

    /** Short enough to fit a long. */
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}([.][0-9]*)?");

    private Seconds() {}

    public static String format(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    /** Reads what another program may have written, too: {@code 3}, {@code 3.0}, {@code 0.25}, {@code 1e1}. */
    public static Duration parse(String seconds) {
        try {
            return Duration.ofMillis(
                    new BigDecimal(seconds).movePointRight(3).toBigInteger().longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("Not a duration in seconds: '" + seconds + "'", e);
        }
    }

    /** Empty for what is no duration above zero, such as what another program may have left. */
    public static Optional<Duration> parseIfAny(String seconds) {
        return DURATION.matcher(seconds).matches()
                ? Optional.of(parse(seconds)).filter(duration -> duration.toMillis() > 0)
                : Optional.empty();
    }

    /** A whole number, its fraction cut off; 0 for what is no number. */
    public static long number(String text) {
        return NUMBER.matcher(text).matches() ? new BigDecimal(text).longValue() : 0;
    }
}
