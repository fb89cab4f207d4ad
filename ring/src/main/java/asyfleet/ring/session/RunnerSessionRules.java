package asyfleet.ring.session;

import java.time.Duration;

/**
 * The rules and parts that all sessions of a manager share.
 *
 * @param group that runners are invited to
 * @param holding how long an answer may wait for a job
 * @param jobLimit how long a runner may keep a job; zero for ever
 */
public record RunnerSessionRules<J extends RingJob>(
        String group, Jobs<J> jobs, RunnerRecords conduct, Holding holding, Duration jobLimit) {

    /** Three times as long as the protocol has a runner wait that was told ATENDI. */
    private static final Duration LEAST_IDLE = Duration.ofSeconds(30);

    /** How long a runner without a job may say nothing; zero for ever. However short jobs are, one on hold is silent. */
    Duration idleLimit() {
        return jobLimit.isZero() || jobLimit.compareTo(LEAST_IDLE) > 0 ? jobLimit : LEAST_IDLE;
    }

    /**
     * The time that a runner that asks is kept waiting before it is told ATENDI, which costs it 10 s. While it waits, its other
     * workers cannot bring their results.
     *
     * @param idle if it has no other job
     * @param busy if it has
     */
    public record Holding(Duration idle, Duration busy) {}
}
