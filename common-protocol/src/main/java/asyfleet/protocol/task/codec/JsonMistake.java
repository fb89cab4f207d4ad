package asyfleet.protocol.task.codec;

import asyfleet.protocol.wire.Excerpt;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * Why a text is not JSON, in words for the person who sent it: the parser's own words name its classes and switches,
 * which nobody but us could turn. Columns are counted in bytes where the text came as bytes.
 */
final class JsonMistake {

    // Each part ends at a character that it cannot contain: a client's text in the message costs no backtracking.
    private static final Pattern INTERNALS = Pattern.compile(" \\([^()\\[]*\\[Source: [^\\[\\]]*\\]\\)"
            + "|, from `StreamReadConstraints[^`]*`"
            + "|: enable `JsonReadFeature[^`]*` to allow"
            + "|: maybe a \\(non-standard\\) comment\\?.*");

    private JsonMistake() {}

    static String of(JacksonException mistake) {
        return Excerpt.line(reason(mistake), 200) + place(mistake.getLocation());
    }

    private static String reason(JacksonException mistake) {
        if (mistake instanceof UnexpectedEndOfInputException) {
            return "it ends early";
        }
        // No type is bound here, so the only input that can mismatch is one that goes on after its value.
        if (mistake instanceof MismatchedInputException) {
            return "more follows its end";
        }
        return INTERNALS.matcher(mistake.getOriginalMessage()).replaceAll("");
    }

    private static String place(TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
