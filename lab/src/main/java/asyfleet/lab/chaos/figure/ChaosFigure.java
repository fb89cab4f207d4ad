package asyfleet.lab.chaos.figure;

import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.time.Duration;

/**
 * The figure of one task. Its output carries the number of the task, and its picture a width that no other task of that
 * time has, so that both tell whose they are.
 */
public record ChaosFigure(FigureKind kind, int task, int width) {

    /** More than tasks are under way at a time. */
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
