package asyfleet.lab.simulate;

import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.TaskKind;
import java.util.random.RandomGenerator;

/**
 * A random load: what clients ask for and how long their figures take.
 *
 * <p>Run times follow what was measured on the examples that ship with Asymptote: hardly any under 0.4 s, most under
 * 3 s, some up to 15 s, and one in fifty that runs into any limit. Who asks for more time has figures that take longer.
 */
public final class SimulatedLoad {

    private static final double MEDIAN_MILLIS = 900;
    private static final double SIGMA = 0.55;
    private static final double LEAST_MILLIS = 400;
    private static final double SHELL_MEAN_MILLIS = 90_000;

    private final Levels levels;
    private final int livePercent;
    private final RandomGenerator random;

    /** @param livePercent how many of a hundred tasks have the highest priority */
    public SimulatedLoad(Levels levels, int livePercent, RandomGenerator random) {
        this.levels = levels;
        this.livePercent = livePercent;
        this.random = random;
    }

    /** Most name no timeout; few want a shell. */
    public TaskClass nextClass() {
        double dice = random.nextDouble();
        if (dice < 0.70) {
            return new TaskClass(TaskKind.DEFAULT, 0);
        }
        if (dice < 0.97) {
            return new TaskClass(TaskKind.SPECIFIC, specificLevel());
        }
        return new TaskClass(TaskKind.INTERACTIVE, 0);
    }

    /** Who is no live client comes three times as often through the API as in a batch. */
    public int nextPriority() {
        if (random.nextInt(100) < livePercent) {
            return 2;
        }
        return random.nextInt(4) < 3 ? 1 : 0;
    }

    /** How long the task takes if nothing limits it. */
    public long nextRunMillis(TaskClass taskClass) {
        if (taskClass.kind() == TaskKind.INTERACTIVE) {
            return Math.round(-Math.log(1 - random.nextDouble()) * SHELL_MEAN_MILLIS);
        }
        return Math.round(figureMillis() * (1 + taskClass.level()));
    }

    /** Exponential gaps: arrivals that know nothing of one another. */
    public double nextGapMillis(double meanMillis) {
        return -Math.log(1 - random.nextDouble()) * meanMillis;
    }

    /** The mean of what the fleet owes a task: its run time, or what it is promised if that is less. */
    public double meanPromisedMillis(int samples) {
        double sum = 0;
        for (int i = 0; i < samples; i++) {
            TaskClass taskClass = nextClass();
            sum += Math.min(nextRunMillis(taskClass), taskClass.promisedMillis(levels));
        }
        return sum / samples;
    }

    private int specificLevel() {
        int level = 0;
        while (level < levels.slowest() && random.nextBoolean()) {
            level++;
        }
        return level;
    }

    private double figureMillis() {
        double dice = random.nextDouble();
        if (dice < 0.02) {
            return 40_000 + 80_000 * random.nextDouble();
        }
        if (dice < 0.06) {
            return 3_000 + 12_000 * random.nextDouble();
        }
        return Math.max(LEAST_MILLIS, MEDIAN_MILLIS * Math.exp(SIGMA * random.nextGaussian()));
    }
}
