package asyfleet.redis;

import java.time.Duration;

/** Scores are arrival times in microseconds less a head start, so a day's head start is ahead of every priority. */
final class HeadStart {

    static final Duration AHEAD_OF_THE_QUEUE = Duration.ofDays(1);

    private HeadStart() {}
}
