package asyfleet.client.render;

import asyfleet.client.connect.SentTask;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.render.plan.Figure;
import asyfleet.client.render.report.FigureEnd;
import asyfleet.client.source.GatheredFigure;
import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.OutputStreamName;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One figure on its way. The client's thread tells it what happens; the command's thread looks at its wait meanwhile, and
 * at the rest when it has ended.
 */
final class FigureRendering implements TaskObserver {

    /** Of each stream; a server sends no more. */
    private static final int MOST_OUTPUT = 1 << 20;

    final Figure figure;
    final GatheredFigure gathered;

    private final long begun = System.nanoTime();
    private final Consumer<byte[]> live;
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private SentTask task;

    /** Volatile: written by the client's thread, read by the command's. */
    private volatile Duration wait;

    private volatile boolean running;

    private volatile String lacking = "";

    /** Written before the end is told through a queue. */
    private TaskOutcome outcome;

    private Duration took;

    /** @param live takes what the program prints at once; null keeps it until the end */
    FigureRendering(Figure figure, GatheredFigure gathered, Consumer<byte[]> live) {
        this.figure = figure;
        this.gathered = gathered;
        this.live = live;
    }

    void sent(SentTask sent) {
        task = sent;
    }

    void cancel() {
        if (task != null) {
            task.cancel();
        }
    }

    void ended(TaskOutcome last) {
        ended(last, Duration.ofNanos(System.nanoTime() - begun));
    }

    /** @param time how long it took by itself, if it was sent with others */
    void ended(TaskOutcome last, Duration time) {
        took = time;
        outcome = last;
    }

    TaskOutcome outcome() {
        return outcome;
    }

    Duration took() {
        return took;
    }

    FigureEnd.ProgramOutput printed() {
        return new FigureEnd.ProgramOutput(stdout.toByteArray(), stderr.toByteArray());
    }

    boolean isRunning() {
        return running;
    }

    Optional<Duration> estimate() {
        return running ? Optional.empty() : Optional.ofNullable(wait);
    }

    /** The parts that the fleet has none of, in words; empty if nothing is known to be absent. */
    String lacking() {
        return running ? "" : lacking;
    }

    @Override
    public void waiting(Optional<Duration> estimate) {
        running = false;
        wait = estimate.orElse(null);
        lacking = "";
    }

    @Override
    public void lacking(Set<Absence> absent) {
        lacking = Absence.inWords(absent);
    }

    @Override
    public void started() {
        running = true;
    }

    @Override
    public void output(OutputStreamName stream, byte[] contents) {
        if (stream == OutputStreamName.STDOUT && live != null) {
            live.accept(contents);
            return;
        }
        ByteArrayOutputStream kept = stream == OutputStreamName.STDERR ? stderr : stdout;
        kept.write(contents, 0, Math.min(contents.length, MOST_OUTPUT - kept.size()));
    }
}
