package asyfleet.ring.session;

import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.ring.parcel.TaskResult;
import asyfleet.ring.protocol.RunnerMessage;
import asyfleet.terminal.StatusLine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The report of a runner about a job.
 *
 * @param status one word
 * @param output as it came
 * @param ours whether our own runner brought it, so that the output is a parcel; what looks like one elsewhere is none
 */
public record JobReport(String status, byte[] output, boolean ours) {

    /** The characters that are not printed: those that are no letters, except ends of lines, and what is no UTF-8. */
    private static final String UNPRINTABLE = "\\uFFFD\\p{Cn}\\p{Co}" + StatusLine.NO_LETTERS + "&&[^\n\r]";

    private static final int MOST_LAST_LINE = 200;

    /** The line of the original runner before the output of a program; the line before it has the exit status. */
    private static final String ORIGINAL_PREAMBLE_END = "Program output follows";

    /** The words of the original runner, and of ours, for a job of a type that it does not run. */
    private static final List<String> REFUSALS = List.of(
            "runexp: Invalid job type '%s' for job ",
            "this runner runs no %s jobs; ", "this runner does not know jobs of type %s");

    public boolean success() {
        return status.equalsIgnoreCase(RunnerMessage.Result.SUCCESS);
    }

    /** Whether the runner does not run jobs of the type; then the job is not to blame. */
    public boolean refuses(String type) {
        String text = new String(output, StandardCharsets.UTF_8);
        return !success()
                && result().isEmpty()
                && REFUSALS.stream().anyMatch(words -> text.startsWith(words.formatted(type)));
    }

    /** The result that our own runner adds to success and output. */
    public Optional<TaskResult> result() {
        return ours ? TaskResult.decode(output) : Optional.empty();
    }

    /** Everything that the program wrote. */
    public byte[] text() {
        return result().map(TaskResult::text).orElse(output);
    }

    /** How it ended, in a few words on one line, whatever the runner sent. */
    public String explanation() {
        return result().map(JobReport::explain)
                .orElseGet(this::explainPlain)
                .replaceAll("[" + StatusLine.NO_LETTERS + "]", " ");
    }

    /** Programs that fail mostly say why at last. */
    private String explainPlain() {
        return success()
                ? "ok, " + output.length + " bytes of output"
                : lastLine().orElse(status);
    }

    private Optional<String> lastLine() {
        int start = Math.max(0, output.length - MOST_LAST_LINE);
        String end = new String(output, start, output.length - start, StandardCharsets.UTF_8);
        return end.replaceAll("[" + UNPRINTABLE + "]+", " ")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isBlank() && !line.equals(ORIGINAL_PREAMBLE_END))
                .reduce((earlier, later) -> later);
    }

    private static String explain(TaskResult result) {
        StringBuilder text = new StringBuilder(result.complete().success() ? "ok" : error(result));
        if (result.complete().timeMillis() != null) {
            text.append(", ").append("%.3f s".formatted(result.complete().timeMillis() / 1000.0));
        }
        if (!result.images().isEmpty()) {
            text.append(", images: ").append(result.images().size());
        }
        return text.toString();
    }

    private static String error(TaskResult result) {
        String error = Optional.ofNullable(result.complete().error()).orElse("failed");
        return Optional.ofNullable(result.complete().verdict())
                .map(Verdict::details)
                .map(details -> error + place(details) + words(details))
                .orElse(error);
    }

    private static String place(VerdictDetails details) {
        return details.line() == null ? "" : " (%s, line %d)".formatted(details.file(), details.line());
    }

    private static String words(VerdictDetails details) {
        return details.summary() == null ? "" : ": " + details.words("");
    }

    /** A result that is the manager's own word on a job that no runner could run. */
    public static JobReport ofManager(String why) {
        return new JobReport(RunnerMessage.Result.FAILURE, (why + "\n").getBytes(StandardCharsets.UTF_8), false);
    }
}
