package asyfleet.client.render.report;

import asyfleet.client.command.UserStreams;
import asyfleet.terminal.Colours;
import asyfleet.terminal.ProgressBar;
import asyfleet.terminal.StatusLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The report for people and editors. The words of the programs go where they expect them, everything of ours to standard
 * error: with colours and a bar at a terminal, as plain lines otherwise.
 */
public final class LineReport implements RenderReport {

    private final UserStreams streams;
    private final StatusLine line;
    private final Colours colours;
    private final int width;
    private final boolean quiet;
    private final boolean drawsBar;

    /** @param quiet leaves out what is only news */
    public LineReport(UserStreams streams, boolean quiet) {
        this.streams = streams;
        this.line = new StatusLine(streams.err());
        this.colours = streams.errColours();
        this.width = streams.width();
        this.quiet = quiet;
        this.drawsBar = streams.errIsTerminal() && !quiet;
    }

    @Override
    public void warning(String place, String text) {
        line.say(colours.bold(StatusLine.harmless(place) + ":") + colours.yellow(" warning: ") + text);
    }

    @Override
    public void note(String text) {
        if (!quiet) {
            line.say(colours.dim(text));
        }
    }

    @Override
    public void output(byte[] stdout) {
        line.pass(streams.out(), stdout);
    }

    @Override
    public void ended(FigureEnd end) {
        output(end.program().stdout());
        boolean explained =
                end.problem().isPresent() && end.problem().get().details().line() != null;
        if (!explained) {
            line.pass(streams.err(), end.program().stderr());
        }
        end.problem().ifPresent(this::problem);
        if (!end.written().isEmpty() && !quiet) {
            line.say(streams.errIsTerminal() ? shortNews(end) : longNews(end));
        }
    }

    private void problem(Problem problem) {
        line.say(colours.bold(StatusLine.harmless(problem.place()) + ":")
                + colours.red(" error: ")
                + StatusLine.harmless(problem.words()));
        if (streams.errIsTerminal() && problem.excerpt() != null) {
            line.say(SourceExcerpt.of(problem, colours, width));
        }
    }

    private String shortNews(FigureEnd end) {
        String mark = end.rendered() ? colours.green("✓ ") : colours.yellow("! ");
        return mark + files(end) + colours.dim("  " + time(end.took()));
    }

    private static String longNews(FigureEnd end) {
        return end.figure() + ": wrote " + files(end) + " (" + time(end.took()) + ")";
    }

    private static String files(FigureEnd end) {
        return end.written().stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** For people: {@code 340 ms}, {@code 4.1 s}, {@code 2:05}. */
    public static String time(Duration time) {
        if (time.toMillis() < 1000) {
            return time.toMillis() + " ms";
        }
        return time.toSeconds() < 60
                ? String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0)
                : ProgressBar.clock(time.toSeconds());
    }

    @Override
    public void progress(RunState state) {
        if (drawsBar && state.finished() < state.all()) {
            line.draw(state.all() == 1 ? alone(state) : bar(state));
        }
    }

    private static String alone(RunState state) {
        String what = state.running() ? "running" : "waiting" + about(state, ", about ");
        return what + "  " + time(state.elapsed());
    }

    private String bar(RunState state) {
        ProgressBar bar = new ProgressBar(state.finished(), state.all(), state.elapsed());
        String failed = state.failed() == 0 ? "" : "  " + state.failed() + " failed";
        return bar.before(bar.share() + failed + "  " + bar.pace() + about(state, "  next in "), width);
    }

    private static String about(RunState state, String before) {
        return state.nextIn()
                .map(wait -> before + Math.max(1, Math.round(wait.toMillis() / 1000.0)) + " s")
                .orElse("");
    }

    @Override
    public void summary(RunState state) {
        line.clear();
        if (!quiet && state.all() > 1) {
            String failed = state.failed() == 0 ? "" : ", " + colours.red(state.failed() + " failed");
            line.say(state.rendered() + " rendered" + failed + " in " + time(state.elapsed()));
        }
    }

    @Override
    public void failed(String reason) {
        line.say("asyfleet render: " + reason);
    }
}
