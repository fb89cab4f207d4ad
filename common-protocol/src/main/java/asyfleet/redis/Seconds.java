package asyfleet.redis;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as the schema writes them: seconds, with a fraction where there is one. */
final class Seconds {

    private Seconds() {}

    static String format(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    /** Reads what another program may have written, too: {@code 3}, {@code 3.0}, {@code 0.25}, {@code 1e1}. */
    static Duration parse(String seconds) {
        try {
            return Duration.ofMillis(
                    new BigDecimal(seconds).movePointRight(3).toBigInteger().longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("Not a duration in seconds: '" + seconds + "'", e);
        }
    }
}
