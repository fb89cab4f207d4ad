package asyfleet.protocol.task.verdict;

import java.util.Locale;

/** Amounts as people write them: {@code 30 s}, {@code 1 MiB}. Programs read the numbers of the {@link Verdict}. */
public final class Amounts {

    private static final int KIBI = 1024;
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB"};

    private Amounts() {}

    public static String ofMillis(long millis) {
        return millis < 1000 ? millis + " ms" : rounded(millis / 1000.0) + " s";
    }

    public static String ofBytes(long bytes) {
        double amount = bytes;
        int unit = 0;
        for (; amount >= KIBI && unit < BYTE_UNITS.length - 1; unit++) {
            amount /= KIBI;
        }
        return rounded(amount) + " " + BYTE_UNITS[unit];
    }

    /** With one digit after the point, unless that is 0. */
    private static String rounded(double amount) {
        return String.format(Locale.ROOT, "%.1f", amount).replace(".0", "");
    }
}
