package asyfleet.lab.chaos.figure;

import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.time.Duration;

/**
 * The figure of one task. Its output has the number of the task, and its picture has a width that the tasks just before
 * and after it do not have, so that both tell whose they are.
 */
public record ChaosFigure(FigureKind kind, int task, int width) {

    /** Each is drawn alone before a run, so there are not more. */
    static final int WIDTHS = 24;

    private static final int SMALLEST = 40;

    public static ChaosFigure of(FigureKind kind, int task) {
        return new ChaosFigure(kind, task, SMALLEST + task % WIDTHS);
    }

    /** Always as long, because messages of Asymptote count columns. */
    public String words() {
        return "task %06d".formatted(task);
    }

    /** Different for every task, so that no kept result answers it. */
    public String program() {
        return kind.program(words(), width) + "\n";
    }

    /** An endless figure has the shortest time that there is; the others have plenty. */
    public Duration limit() {
        return kind == FigureKind.ENDLESS ? ChaosFleet.SHORT_LEVEL : ChaosFleet.LONG_LEVEL;
    }

    public TaskOptions options() {
        return new TaskOptions(false, Math.toIntExact(limit().toMillis()), Format.SVG, StderrMode.STDOUT, 0);
    }
}
