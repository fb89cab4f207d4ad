package asyfleet.ring.manage;

import asyfleet.terminal.ProgressBar;
import java.time.Duration;

/**
 * The progress of the jobs, in one line.
 *
 * @param elapsed since the first job was handed out
 */
record Progress(JobPool.Counts counts, int runners, Duration elapsed) {

    /** As in {@code [=====>    ] 120/300  40%  2 failed  12.3/s  0:15 left  3 runners}. */
    String bar(int width) {
        return bar().before(figures(), width);
    }

    /** The same without the bar, for logs. */
    String figures() {
        // The pace of those who left says nothing about what is left.
        boolean stands = runners == 0 && counts.finished() < counts.all();
        String pace = stands ? "waiting for runners" : bar().pace();
        return bar().share() + "  " + counts.failed() + " failed  " + pace + "  " + plural(runners, "runner");
    }

    private ProgressBar bar() {
        return new ProgressBar(counts.finished(), counts.all(), elapsed);
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
