package asyfleet.queueserver.tasks.batch;

import java.time.Duration;

/**
 * The bounds on batches.
 *
 * @param figures of one batch
 * @param imageBytes of all images of one batch
 * @param perCaller batches of one caller that have not ended
 * @param atOnce figures of one batch that are in the fleet at a time
 */
public record BatchSettings(int figures, long imageBytes, int perCaller, int atOnce) {

    /** Batches of all callers that have not ended. */
    static final int MOST_BATCHES = 64;

    /** After this time the figures of a batch that the fleet has not taken are given up. */
    public static final Duration LONGEST = Duration.ofHours(1);

    /** A caller with a batch can still have other tasks. */
    public static int atOnce(int tasksPerCaller) {
        return Math.max(1, tasksPerCaller * 3 / 4);
    }
}
