package asyfleet.protocol.task.codec;

import asyfleet.protocol.wire.Excerpt;
import java.util.Arrays;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * The reason why a text is not JSON, in words for the person who sent it. The parser's own words also name its classes
 * and switches, which nobody but us could turn. Columns are counted in bytes where the text came as bytes.
 */
final class JsonMistake {

    private JsonMistake() {}

    static String of(JacksonException mistake) {
        return Excerpt.line(reason(mistake), 200) + place(mistake.getLocation());
    }

    private static String reason(JacksonException mistake) {
        if (mistake instanceof UnexpectedEndOfInputException) {
            return "it ends early";
        }
        if (mistake instanceof StreamConstraintsException) {
            return withoutOrigin(mistake.getOriginalMessage());
        }
        return plainClauses(mistake.getOriginalMessage());
    }

    /** The parser says at the end, in parentheses, how much is allowed and which of its methods says so. */
    private static String withoutOrigin(String message) {
        int origin = message.indexOf(", from `");
        return origin < 0 ? "it is too deep or too long" : message.substring(0, origin) + ")";
    }

    /** The parser says first what it found, then, after a colon, what it wants, and then which switch would allow it. */
    private static String plainClauses(String message) {
        String plain = Arrays.stream(message.split(": "))
                .takeWhile(clause -> !namesInternals(clause))
                .collect(Collectors.joining(": "));
        return plain.isEmpty() ? "it is not JSON" : plain;
    }

    private static boolean namesInternals(String clause) {
        return clause.contains("`") || clause.contains("[Source") || clause.contains("Feature");
    }

    private static String place(TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
