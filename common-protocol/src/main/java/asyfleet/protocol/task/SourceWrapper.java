package asyfleet.protocol.task;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The marks that stand around a figure in a document: {@code \\begin{asy}} in LaTeX, {@code [asy]} in forums, {@code ```asy}
 * in Markdown. No program in Asymptote begins like that. They, and all that follows the closing one, become spaces, so
 * that every line and column stays where it was.
 *
 * @param opening at the beginning of the source
 */
public record SourceWrapper(Pattern opening, String closing) {

    /** Beyond this length, a source that begins with spaces is none that somebody copied. */
    private static final int MOST_LEADING_SPACE = 1000;

    private static final String START = "(?:\u00ef\u00bb\u00bf)?\\s{0," + MOST_LEADING_SPACE + "}";

    private static final List<SourceWrapper> KNOWN = List.of(
            of("\\\\begin\\{asy\\}(?:\\[[^\\]\\n]{0,200}\\])?", "\\end{asy}"),
            of("\\[asy[^\\]\\n]{0,200}\\]", "[/asy]"),
            of("```+ {0,9}asy(?:mptote)?[^\\n]{0,200}\\n", "```"));

    private static SourceWrapper of(String opening, String closing) {
        return new SourceWrapper(Pattern.compile(START + opening), closing);
    }

    public static byte[] removedFrom(byte[] source) {
        // Latin-1 keeps bytes apart, so columns stay what they are.
        String text = new String(source, StandardCharsets.ISO_8859_1);
        for (SourceWrapper wrapper : KNOWN) {
            Matcher opening = wrapper.opening.matcher(text);
            if (opening.lookingAt()) {
                int end = text.indexOf(wrapper.closing, opening.end());
                return blank(source, opening.end(), end < 0 ? source.length : end);
            }
        }
        return source;
    }

    /** Leaves what is between two places, and the ends of lines. */
    private static byte[] blank(byte[] source, int start, int end) {
        byte[] plain = source.clone();
        for (int i = 0; i < plain.length; i++) {
            if ((i < start || i >= end) && plain[i] != '\n') {
                plain[i] = ' ';
            }
        }
        return plain;
    }
}
