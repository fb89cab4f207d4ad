package asyfleet.backend.execute;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scan of the output of a task for error messages of the tool chain, line by line, as it comes. A task that writes
 * the same words itself misleads nobody but its own author.
 */
final class OutputScan {

    /** {@code file: line.column: message}, as Asymptote writes it. */
    private static final Pattern COMPLAINT = Pattern.compile("(.+?): (\\d{1,9})\\.\\d+: (.*)");

    private static final int LINE_BYTES = 1024;

    /** A place in a source. */
    record Place(String file, int line) {}

    private final Set<String> sources;
    private final StringBuilder line = new StringBuilder();
    private Optional<Place> place = Optional.empty();
    private boolean texComplained;
    private boolean shipoutFailed;

    /** @param sources the files whose lines the user can do something about */
    OutputScan(Set<String> sources) {
        this.sources = sources;
    }

    void add(byte[] piece, int length) {
        // Latin-1 keeps bytes apart, so a character that is cut between two pieces does no harm.
        for (char letter : new String(piece, 0, length, StandardCharsets.ISO_8859_1).toCharArray()) {
            if (letter == '\n') {
                look(new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
                line.setLength(0);
            } else if (line.length() < LINE_BYTES) {
                line.append(letter);
            }
        }
    }

    /** The first complaint that is not a warning, if it is about one of the task's own files. */
    Optional<Place> place() {
        return place;
    }

    /** TeX reported an error of its own. */
    boolean texComplained() {
        return texComplained;
    }

    /** Asymptote could not make a picture out of what was drawn: TeX, or what comes after it, had failed. */
    boolean shipoutFailed() {
        return shipoutFailed;
    }

    private void look(String text) {
        texComplained |= text.startsWith("! ");
        shipoutFailed |= text.endsWith(": runtime: shipout failed");
        if (place.isEmpty()) {
            Matcher complaint = COMPLAINT.matcher(text);
            if (complaint.matches()
                    && sources.contains(complaint.group(1))
                    && !complaint.group(3).startsWith("warning")) {
                place = Optional.of(new Place(complaint.group(1), Integer.parseInt(complaint.group(2))));
            }
        }
    }
}
