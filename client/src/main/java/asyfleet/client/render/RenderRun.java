package asyfleet.client.render;

import asyfleet.client.command.ExitCode;
import asyfleet.client.command.FileMistake;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.render.plan.Figure;
import asyfleet.client.render.plan.ImageFiles;
import asyfleet.client.render.report.FigureEnd;
import asyfleet.client.render.report.Problem;
import asyfleet.client.render.report.RenderReport;
import asyfleet.client.render.report.RunState;
import asyfleet.client.source.GatheredFigure;
import asyfleet.protocol.task.TaskOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One run of {@code asyfleet render}: it renders figures, some at a time. Everything here belongs to the thread of the
 * command; the client's thread only puts figures that have ended into a queue, which holds no more than there are on their
 * way.
 *
 * <p>A figure that is started again replaces itself: the older rendering is cancelled, and its end is not told.
 */
final class RenderRun {

    /**
     * A run's settings.
     *
     * @param portion figures are sent when there is room for so many, or for all that are left
     * @param live whether a program's output is shown at once
     * @param advice the end of the message that no server answers
     */
    record Settings(
            TaskOptions options, int parallel, int portion, List<Path> companions, boolean live, String advice) {

        /** For batches of so many: with that many at a time, and their output kept until they end. */
        Settings together(int most, int batch) {
            return new Settings(options, most, batch, companions, false, advice);
        }
    }

    private static final int TICK_MILLIS = 100;

    private final FigureSender sender;
    private final Settings settings;
    private final ImageFiles images;
    private final RenderReport report;
    private final Deque<Figure> waiting = new ArrayDeque<>();
    private final Map<Figure, FigureRendering> underWay = new LinkedHashMap<>();
    private final BlockingQueue<FigureRendering> ended = new LinkedBlockingQueue<>();
    private long begun = System.nanoTime();
    private int all;
    private int rendered;
    private int failed;
    private int worst;
    private String unreachable;

    /** The missing parts of the fleet that the user was told last. */
    private String lacking = "";

    RenderRun(FigureSender sender, Settings settings, ImageFiles images, RenderReport report) {
        this.sender = sender;
        this.settings = settings;
        this.images = images;
        this.report = report;
    }

    /** Begins to count anew. */
    void begin(Collection<Figure> figures) {
        begun = System.nanoTime();
        rendered = 0;
        failed = 0;
        worst = ExitCode.OK;
        unreachable = null;
        for (Figure figure : figures) {
            Optional.ofNullable(underWay.remove(figure)).ifPresent(FigureRendering::cancel);
        }
        waiting.removeAll(figures);
        waiting.addAll(figures);
        all = waiting.size() + underWay.size();
    }

    boolean isDone() {
        return waiting.isEmpty() && underWay.isEmpty();
    }

    /** Starts what may start, and handles what has ended; waits a moment for it. */
    void step() throws InterruptedException {
        int room = settings.parallel() - underWay.size();
        if (room >= Math.min(settings.portion(), waiting.size())) {
            while (underWay.size() < settings.parallel() && !waiting.isEmpty()) {
                start(waiting.remove());
            }
            sender.flush();
        }
        noteLacking();
        report.progress(state());
        FigureRendering end = isDone() ? null : ended.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        if (end != null && underWay.remove(end.figure, end)) {
            finish(end);
        }
    }

    /** Tells the sum, or that no server answered, which ended the run. @return the exit code */
    int end() {
        if (unreachable == null) {
            report.summary(state());
        } else {
            report.failed(unreachable + settings.advice());
        }
        return worst;
    }

    private void start(Figure figure) {
        GatheredFigure gathered;
        try {
            gathered = figure.gather(settings.companions());
        } catch (IOException e) {
            Problem problem = Problem.of(figure.shown(), "cannot be read: " + FileMistake.of(e));
            tell(new FigureEnd(
                    figure.shown(),
                    ExitCode.WRONG_USAGE,
                    Optional.of(problem),
                    List.of(),
                    Duration.ZERO,
                    FigureEnd.ProgramOutput.NOTHING));
            return;
        }
        gathered.missing()
                .forEach(file -> report.warning(file.source() + ":" + file.line() + ":" + file.column(), file.why()));
        FigureRendering rendering = new FigureRendering(figure, gathered, settings.live() ? report::output : null);
        underWay.put(figure, rendering);
        sender.send(rendering, settings.options(), ended::add);
    }

    private void finish(FigureRendering rendering) {
        if (rendering.outcome() instanceof TaskOutcome.Unreachable nobody) {
            unreachable = nobody.reason();
            failed += 1 + waiting.size() + underWay.size();
            worst = ExitCode.FLEET_FAILED;
            waiting.clear();
            underWay.clear();
            return;
        }
        Optional<Problem> problem = rendering.outcome().accept(new OutcomeProblem(rendering));
        int code = ExitCode.of(rendering.outcome());
        List<Path> written = List.of();
        try {
            written = images.write(rendering.figure, imagesOf(rendering.outcome()));
        } catch (IOException e) {
            code = Math.max(code, ExitCode.WRONG_USAGE);
            problem = Optional.of(Problem.of(rendering.figure.shown(), "cannot write the image: " + FileMistake.of(e)));
        }
        tell(new FigureEnd(rendering.figure.shown(), code, problem, written, rendering.took(), rendering.printed()));
    }

    private static List<Image> imagesOf(TaskOutcome outcome) {
        if (outcome instanceof TaskOutcome.Rendered good) {
            return good.images();
        }
        return outcome instanceof TaskOutcome.Failed bad ? bad.images() : List.of();
    }

    private void tell(FigureEnd end) {
        worst = Math.max(worst, end.exitCode());
        rendered += end.rendered() ? 1 : 0;
        failed += end.rendered() ? 0 : 1;
        report.ended(end);
    }

    /** Once when it begins: a user who waits for nothing wants to know it. */
    private void noteLacking() {
        String now = underWay.values().stream()
                .map(FigureRendering::lacking)
                .filter(words -> !words.isEmpty())
                .findAny()
                .orElse("");
        if (!now.isEmpty() && !now.equals(lacking)) {
            report.note("asyfleet render: " + now + "; waiting until that changes");
        }
        lacking = now;
    }

    private RunState state() {
        Optional<Duration> wait = underWay.values().stream()
                .flatMap(rendering -> rendering.estimate().stream())
                .min(Duration::compareTo);
        boolean running = underWay.values().stream().anyMatch(FigureRendering::isRunning);
        return new RunState(all, rendered, failed, wait, running, Duration.ofNanos(System.nanoTime() - begun));
    }
}
