package asyfleet.client.render;

import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.render.report.Problem;
import asyfleet.protocol.task.verdict.EndCode;
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
        Optional<EndCode> code = failed.verdict().map(Verdict::code);
        return Optional.of(new Problem(file, withTrace(told, code, failed.trace()), excerpt));
    }

    /** Where the fleet is at fault, the user can do nothing but ask whoever runs it. */
    private static VerdictDetails withTrace(VerdictDetails details, Optional<EndCode> code, Optional<String> trace) {
        if (trace.isEmpty() || !code.map(EndCode::isFaultOfFleet).orElse(false)) {
            return details;
        }
        String advice = "name this to your operator: " + trace.get();
        return details.withHint(details.hint() == null ? advice : details.hint() + "; " + advice);
    }

    private static VerdictDetails withSummary(VerdictDetails details, String summary) {
        return new VerdictDetails(
                details.file(), details.line(), details.column(), summary, details.hint(), details.fix());
    }

    @Override
    public Optional<Problem> on(TaskOutcome.Denied denied) {
        VerdictDetails details = withTrace(VerdictDetails.of(denied.error()), denied.code(), denied.trace());
        return Optional.of(new Problem(rendering.figure.shown(), details, null));
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
