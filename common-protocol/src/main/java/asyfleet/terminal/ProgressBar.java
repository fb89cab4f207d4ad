package asyfleet.terminal;

import java.time.Duration;
import java.util.Locale;

/**
 * The progress of many like things, in one line: how far, how fast, how long.
 *
 * @param elapsed since the first was begun
 */
public record ProgressBar(int finished, int all, Duration elapsed) {

    private static final int BAR = 24;
    private static final int LEAST_BAR = 4;

    /**
     * A bar and figures behind it, as in {@code [=====>    ] 120/300  40%}.
     *
     * @param width of the terminal, whose last column stays free; the bar is shorter where figures need the room
     */
    public String before(String figures, int width) {
        int cells = Math.min(BAR, width - 1 - figures.length() - "[] ".length());
        return cells < LEAST_BAR
                ? figures.substring(0, Math.min(figures.length(), width - 1))
                : "[" + cells(cells) + "] " + figures;
    }

    private String cells(int count) {
        int filled = all == 0 ? count : (int) ((long) count * finished / all);
        return "=".repeat(filled) + (filled == count ? "" : ">" + " ".repeat(count - filled - 1));
    }

    /** As in {@code 120/300  40%}. */
    public String share() {
        return finished + "/" + all + "  " + (all == 0 ? 100 : 100L * finished / all) + "%";
    }

    /** As in {@code 12.3/s  0:15 left}. */
    public String pace() {
        double seconds = elapsed.toMillis() / 1000.0;
        if (finished == 0 || seconds == 0) {
            return "starting";
        }
        double rate = finished / seconds;
        long left = Math.round((all - finished) / rate);
        // A slow pace is easier to read the other way round.
        String shown = rate >= 1
                ? String.format(Locale.ROOT, "%.1f/s", rate)
                : String.format(Locale.ROOT, "%.1f/min", rate * 60);
        return shown + "  " + clock(left) + " left";
    }

    /** As in {@code 1:05} or {@code 1:30:00}. */
    public static String clock(long seconds) {
        return seconds < 3600
                ? "%d:%02d".formatted(seconds / 60, seconds % 60)
                : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
