package asyfleet.redis.schema;

import java.time.Duration;

/** Scores are arrival times in microseconds less a head start, so a day's head start is ahead of every priority. */
public final class HeadStart {

    public static final Duration AHEAD_OF_THE_QUEUE = Duration.ofDays(1);

    private HeadStart() {}
}
