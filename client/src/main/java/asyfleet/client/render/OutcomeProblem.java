package asyfleet.client.render;

import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.render.report.Problem;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.util.Optional;

/** The words for the end of a figure: empty if it was rendered. */
record OutcomeProblem(FigureRendering rendering) implements TaskOutcome.Handler<Optional<Problem>> {

    @Override
    public Optional<Problem> on(TaskOutcome.Rendered rendered) {
        return Optional.empty();
    }

    @Override
    public Optional<Problem> on(TaskOutcome.Failed failed) {
        VerdictDetails details = failed.verdict().map(Verdict::details).orElse(VerdictDetails.NONE);
        String file = rendering.gathered.pathOf(details.file()).toString();
        VerdictDetails told = details.summary() == null ? withSummary(details, failed.error()) : details;
        String excerpt = details.line() == null
                ? null
                : rendering.gathered.line(details.file(), details.line()).orElse(null);
        return Optional.of(new Problem(file, told, excerpt));
    }

    private static VerdictDetails withSummary(VerdictDetails details, String summary) {
        return new VerdictDetails(
                details.file(), details.line(), details.column(), summary, details.hint(), details.fix());
    }

    @Override
    public Optional<Problem> on(TaskOutcome.Denied denied) {
        return message(denied.error());
    }

    @Override
    public Optional<Problem> on(TaskOutcome.Lost lost) {
        return message(lost.reason());
    }

    @Override
    public Optional<Problem> on(TaskOutcome.Unreachable unreachable) {
        return message(unreachable.reason());
    }

    @Override
    public Optional<Problem> on(TaskOutcome.Cancelled cancelled) {
        return message("cancelled");
    }

    private Optional<Problem> message(String text) {
        return Optional.of(Problem.of(rendering.figure.shown(), text));
    }
}
