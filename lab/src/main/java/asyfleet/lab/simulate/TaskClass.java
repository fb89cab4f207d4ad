package asyfleet.lab.simulate;

import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.TaskKind;
import java.math.BigDecimal;

/**
 * A sort of tasks that the simulation tells apart: default tasks, shells, or those that ask for the duration of a level.
 *
 * @param level the level whose duration it asks for; 0 for the others
 */
public record TaskClass(TaskKind kind, int level) {

    public Demand demand(Levels levels) {
        return switch (kind) {
            case DEFAULT -> Demand.byDefault();
            case SPECIFIC -> Demand.atMost(levels.durationMillis(level));
            case INTERACTIVE -> Demand.interactive();
        };
    }

    /** The time that such a task gets however busy the fleet is; zero for a shell. */
    public long promisedMillis(Levels levels) {
        return switch (kind) {
            case DEFAULT -> levels.durationMillis(0);
            case SPECIFIC -> levels.durationMillis(level);
            case INTERACTIVE -> 0;
        };
    }

    public String name(Levels levels) {
        return switch (kind) {
            case DEFAULT -> "default";
            case SPECIFIC ->
                "at most "
                        + BigDecimal.valueOf(levels.durationMillis(level), 3)
                                .stripTrailingZeros()
                                .toPlainString() + " s";
            case INTERACTIVE -> "interactive";
        };
    }
}
