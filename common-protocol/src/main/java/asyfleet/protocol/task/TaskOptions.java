package asyfleet.protocol.task;

import java.util.List;
import java.util.Objects;

/**
 * The options that a task has after every {@code options} message so far.
 *
 * @param timeoutMillis null for a default task
 * @param format of the picture; the first one, if there are several
 */
public record TaskOptions(
        boolean interactive,
        Integer timeoutMillis,
        Format format,
        StderrMode stderr,
        int verbosity,
        PictureOptions picture) {

    /** The options of a task that gives none. */
    public static final TaskOptions DEFAULT = new TaskOptions(false, null, Format.SVG, StderrMode.STDOUT, 0);

    public TaskOptions {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(stderr, "stderr");
        // A task that was stored before there were such options has none.
        picture = Objects.requireNonNullElse(picture, PictureOptions.DEFAULT);
    }

    /** With the usual pictures. */
    public TaskOptions(boolean interactive, Integer timeoutMillis, Format format, StderrMode stderr, int verbosity) {
        this(interactive, timeoutMillis, format, stderr, verbosity, PictureOptions.DEFAULT);
    }

    /** The formats of the pictures to draw, in the order in which they were asked for. */
    public List<Format> formats() {
        return picture.formats() == null ? List.of(format) : picture.formats();
    }

    public TaskOptions with(PictureOptions pictures) {
        return with(new ClientMessage.Options(null, null, null, null, null, pictures));
    }

    /** These options, changed by what the message sets. */
    public TaskOptions with(ClientMessage.Options message) {
        return new TaskOptions(
                Objects.requireNonNullElse(message.interactive(), interactive),
                message.timeoutMillis() == null ? timeoutMillis : message.timeoutMillis(),
                firstFormat(message),
                Objects.requireNonNullElse(message.stderr(), stderr),
                Objects.requireNonNullElse(message.verbosity(), verbosity),
                message.format() == null
                        ? picture.with(message.picture())
                        : picture.with(message.picture()).withOneFormat());
    }

    private Format firstFormat(ClientMessage.Options message) {
        List<Format> several = message.picture().formats();
        return several == null ? Objects.requireNonNullElse(message.format(), format) : several.get(0);
    }

    /** The message that says all of this. */
    public ClientMessage.Options toMessage() {
        Format only = picture.formats() == null ? format : null;
        return new ClientMessage.Options(interactive, timeoutMillis, only, stderr, verbosity, picture);
    }
}
