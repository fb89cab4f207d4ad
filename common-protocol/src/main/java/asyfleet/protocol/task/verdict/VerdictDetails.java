package asyfleet.protocol.task.verdict;

import java.util.function.BiConsumer;

/**
 * The words for people about the end of a task, and the place in the source that they are about. They stand beside the
 * texts and codes that programs look for. Each part is null if it is not known.
 *
 * @param file the source file that is to be changed
 * @param line in that file, from 1
 * @param column in that line, from 1
 * @param summary one sentence without a full stop: what is wrong
 * @param hint what to do about it
 * @param fix a text that, put on a line of its own at the top of the main file, mends it; only where that is certain
 */
public record VerdictDetails(String file, Integer line, Integer column, String summary, String hint, String fix) {

    public static final VerdictDetails NONE = new VerdictDetails(null, null, null, null, null, null);

    public static VerdictDetails of(String summary) {
        return new VerdictDetails(null, null, null, summary, null, null);
    }

    public static VerdictDetails of(String summary, String hint) {
        return new VerdictDetails(null, null, null, summary, hint, null);
    }

    /** The same, with the summary and hint of others where it has none. */
    VerdictDetails orElse(VerdictDetails others) {
        return new VerdictDetails(
                file, line, column, summary == null ? others.summary : summary, hint == null ? others.hint : hint, fix);
    }

    /** The same about a place; the column may be null. */
    public VerdictDetails at(String otherFile, int otherLine, Integer otherColumn) {
        return new VerdictDetails(otherFile, otherLine, otherColumn, summary, hint, fix);
    }

    /** The same with an advice. */
    public VerdictDetails withHint(String otherHint) {
        return new VerdictDetails(file, line, column, summary, otherHint, fix);
    }

    /** The same with a text that mends it. */
    public VerdictDetails withFix(String otherFix) {
        return new VerdictDetails(file, line, column, summary, hint, otherFix);
    }

    /** The place as compilers write it, {@code main.asy:4:6}, as far as it is known; the caller names the file. */
    public String placeIn(String shownFile) {
        if (line == null) {
            return shownFile;
        }
        return shownFile + ":" + line + (column == null ? "" : ":" + column);
    }

    /** The summary, and the hint in brackets, if they are known. */
    public String words(String summaryIfUnknown) {
        return (summary == null ? summaryIfUnknown : summary) + (hint == null ? "" : " (" + hint + ")");
    }

    /** Tells each part that is known by its name, which is the same in every protocol. */
    public void forEach(BiConsumer<String, Object> part) {
        tell("file", file, part);
        tell("line", line, part);
        tell("column", column, part);
        tell("summary", summary, part);
        tell("hint", hint, part);
        tell("fix", fix, part);
    }

    private static void tell(String name, Object value, BiConsumer<String, Object> part) {
        if (value != null) {
            part.accept(name, value);
        }
    }
}
