package asyfleet.backend.explain;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error message of Asymptote about a place in a source.
 *
 * @param column as Asymptote counts: bytes, from 1
 */
record Complaint(String file, int line, int column, String message) {

    private static final Pattern FORM = Pattern.compile("(.+?): (\\d{1,9})\\.(\\d{1,9}): (.*)");

    /** Asymptote 3 puts a colon behind a syntax error. */
    private static final String LEFT_OPEN = ": $";

    /** Empty also for a warning. */
    static Optional<Complaint> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || form.group(4).startsWith("warning")) {
            return Optional.empty();
        }
        return Optional.of(new Complaint(
                form.group(1),
                Integer.parseInt(form.group(2)),
                Integer.parseInt(form.group(3)),
                form.group(4).replaceFirst("^runtime: ", "").replaceFirst(LEFT_OPEN, "")));
    }
}
