package asyfleet.ring.manage;

import java.time.Duration;

/**
 * The progress of the jobs, in one line.
 *
 * @param elapsed since the first job was handed out
 */
record Progress(JobPool.Counts counts, int runners, Duration elapsed) {

    private static final int BAR = 24;
    private static final int LEAST_BAR = 4;

    /**
     * As in {@code [=====>    ] 120/300  40%  2 failed  12.3/s  0:15 left  3 runners}.
     *
     * @param width of the terminal, whose last column stays free; the bar is shorter where figures need the room
     */
    String bar(int width) {
        String figures = figures();
        int cells = Math.min(BAR, width - 1 - figures.length() - "[] ".length());
        return cells < LEAST_BAR
                ? figures.substring(0, Math.min(figures.length(), width - 1))
                : "[" + cells(cells) + "] " + figures;
    }

    private String cells(int count) {
        int filled = counts.all() == 0 ? count : (int) ((long) count * counts.finished() / counts.all());
        return "=".repeat(filled) + (filled == count ? "" : ">" + " ".repeat(count - filled - 1));
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
        if (runners == 0 && counts.finished() < counts.all()) {
            return "waiting for runners"; // the pace of those who left says nothing about what is left
        }
        if (counts.finished() == 0 || seconds == 0) {
            return "starting";
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
