package asyfleet.backend.ring.manage;

import java.time.Duration;

/**
 * How far the jobs are, in one line.
 *
 * @param elapsed since the first job was handed out
 */
record Progress(JobPool.Counts counts, int runners, Duration elapsed) {

    private static final int BAR = 24;

    /** As in {@code [=====>    ] 120/300  40%  2 failed  12.3/s  0:15 left  3 runners}. */
    String bar() {
        int filled = counts.all() == 0 ? BAR : BAR * counts.finished() / counts.all();
        boolean full = filled == BAR;
        String bar = "=".repeat(filled) + (full ? "" : ">" + " ".repeat(BAR - filled - 1));
        return "[" + bar + "] " + figures();
    }

    /** The same without the bar, for logs. */
    String figures() {
        int percent = counts.all() == 0 ? 100 : 100 * counts.finished() / counts.all();
        return "%d/%d  %d%%  %d failed  %s  %s"
                .formatted(
                        counts.finished(), counts.all(), percent, counts.failed(), pace(), plural(runners, "runner"));
    }

    private String pace() {
        double seconds = elapsed.toMillis() / 1000.0;
        if (counts.finished() == 0 || seconds == 0) {
            return runners == 0 ? "waiting for runners" : "starting";
        }
        double rate = counts.finished() / seconds;
        long left = Math.round((counts.all() - counts.finished()) / rate);
        // A slow pace is easier to read the other way round.
        String shown = rate >= 1 ? "%.1f/s".formatted(rate) : "%.1f/min".formatted(rate * 60);
        return shown + "  " + clock(left) + " left";
    }

    static String clock(long seconds) {
        return seconds < 3600
                ? "%d:%02d".formatted(seconds / 60, seconds % 60)
                : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
