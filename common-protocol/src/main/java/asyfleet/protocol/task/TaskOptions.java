package asyfleet.protocol.task;

import java.util.Objects;

/**
 * The options that a task has after every {@code options} message so far.
 *
 * @param timeoutMillis null for a default task
 */
public record TaskOptions(boolean interactive, Integer timeoutMillis, Format format, StderrMode stderr, int verbosity) {

    /** What a task has that says nothing. */
    public static final TaskOptions DEFAULT = new TaskOptions(false, null, Format.SVG, StderrMode.STDOUT, 0);

    public TaskOptions {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(stderr, "stderr");
    }

    /** These options, changed by what the message sets. */
    public TaskOptions with(ClientMessage.Options message) {
        return new TaskOptions(
                Objects.requireNonNullElse(message.interactive(), interactive),
                message.timeoutMillis() == null ? timeoutMillis : message.timeoutMillis(),
                Objects.requireNonNullElse(message.format(), format),
                Objects.requireNonNullElse(message.stderr(), stderr),
                Objects.requireNonNullElse(message.verbosity(), verbosity));
    }
}
