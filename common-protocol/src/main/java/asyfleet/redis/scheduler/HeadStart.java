package asyfleet.redis.scheduler;

import java.time.Duration;

/**
 * The head start of a task that goes ahead of the queue: it was accepted before and lost its backend, or no slot claimed
 * it. The field {@code ahead} of its {@code task:ID} says so. Its score, like any other, is the microsecond of its arrival
 * less its head start, and what a turn of its caller adds; a day is more than any priority gives.
 */
final class HeadStart {

    static final long AHEAD_OF_THE_QUEUE_MICROS = Duration.ofDays(1).toNanos() / 1000;

    private HeadStart() {}
}
