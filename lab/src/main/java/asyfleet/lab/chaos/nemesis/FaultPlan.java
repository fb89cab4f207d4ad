package asyfleet.lab.chaos.nemesis;

import asyfleet.lab.chaos.history.FaultKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The steps of a run in their order. The same seed and faults give the same plan: every fault comes once in each round, in
 * an order of its own.
 */
public record FaultPlan(List<FaultStep> steps) {

    /** A step takes this long at least: what is planned beyond the time of a run is not carried out. */
    private static final Duration SHORTEST = Duration.ofSeconds(8);

    private static final int TARGETS = 6;

    /** After so many faults comes a pause in which everything that they left has ended, and nothing is excused. */
    private static final int LONG_PAUSE_EVERY = 8;

    private static final Duration LONG_PAUSE = Duration.ofSeconds(35);

    public FaultPlan {
        steps = List.copyOf(steps);
    }

    /** A plan of faults that wait for each other, long enough for the time. */
    public static FaultPlan of(long seed, Collection<FaultKind> kinds, Duration time) {
        return of(seed, kinds, time, Optional.empty());
    }

    /**
     * A plan that is long enough for the time.
     *
     * @param every how often a fault begins, if none waits for another; then the pauses of the steps do not count
     */
    public static FaultPlan of(long seed, Collection<FaultKind> kinds, Duration time, Optional<Duration> every) {
        long apart = every.map(Duration::toMillis).orElse(SHORTEST.toMillis());
        Random random = new Random(seed);
        int wanted = Math.max(kinds.size(), (int) (time.toMillis() / apart));
        List<FaultStep> steps = new ArrayList<>();
        while (steps.size() < wanted && !kinds.isEmpty()) {
            // The order of the enum, not that of the command line, so that it does not matter.
            List<FaultKind> round = new ArrayList<>(kinds.stream().sorted().toList());
            Collections.shuffle(round, random);
            for (FaultKind kind : round) {
                steps.add(step(steps.size() + 1, kind, random));
            }
        }
        return new FaultPlan(steps.subList(0, Math.min(wanted, steps.size())));
    }

    private static FaultStep step(int number, FaultKind kind, Random random) {
        Duration usual = Duration.ofMillis(2000 + random.nextInt(3000));
        Duration pause = number % LONG_PAUSE_EVERY == 0 ? LONG_PAUSE : usual;
        int choice = random.nextInt(TARGETS);
        return new FaultStep(number, kind, pause, choice, lasts(kind, random.nextDouble()));
    }

    /** @param share 0 to 1: from the shortest to the longest */
    private static Duration lasts(FaultKind kind, double share) {
        return switch (kind) {
            case KILL_BACKEND,
                    KILL_SCHEDULER,
                    KILL_STANDBY,
                    KILL_QUEUE_SERVER,
                    KILL_GATEWAY,
                    KILL_RUNNER,
                    TERM_BACKEND,
                    TERM_SCHEDULER,
                    TERM_STANDBY,
                    TERM_QUEUE_SERVER,
                    TERM_GATEWAY,
                    TERM_RUNNER,
                    ROLLING_RESTART,
                    REDIS_FAILOVER,
                    CLOCK_JUMP -> Duration.ZERO;
            case KILL_REDIS, KILL_REDIS_EMPTY -> between(0.5, 3, share);
            case BACKENDS_GONE -> between(8, 16, share);
            case UNREACHABLE_BACKEND -> between(15, 25, share);
            case STOP_BACKEND,
                    STOP_SCHEDULER,
                    STOP_STANDBY,
                    STOP_QUEUE_SERVER,
                    STOP_GATEWAY,
                    STOP_RUNNER,
                    STOP_REDIS,
                    CUT_BACKEND,
                    HALF_OPEN_BACKEND,
                    DELAY_BACKEND,
                    CUT_REDIS,
                    HALF_OPEN_REDIS,
                    SLOW_REDIS,
                    FULL_REDIS,
                    CUT_CLIENTS,
                    HALF_OPEN_CLIENTS,
                    DELAY_CLIENTS,
                    FULL_DISK,
                    NO_DESCRIPTORS -> between(3, 8, share);
        };
    }

    private static Duration between(double least, double most, double share) {
        return Duration.ofMillis((long) (1000 * (least + (most - least) * share)));
    }
}
