package asyfleet.backend.explain;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A scan of the output of a task for error messages of the tool chain, line by line, as it comes. It keeps the lines that
 * rules look at, and of these only the first. A task that writes the same words itself misleads nobody but its own
 * author. Confined to one thread.
 */
public final class OutputScan {

    private static final int LINE_BYTES = 1024;
    private static final int MOST_LINES = 64;

    /** How many lines after one that announces an error of TeX belong to it. */
    private static final int TEX_LINES = 12;

    private static final List<String> ANNOUNCEMENTS =
            List.of("error: ", "Cannot execute ", "convert: ", "freeglut", "Font ");

    private final Set<String> sources;
    private final StringBuilder[] unfinished = {new StringBuilder(), new StringBuilder()};
    private final List<String> kept = new ArrayList<>();
    private int texLinesLeft;
    private boolean texComplained;
    private boolean shipoutFailed;
    private boolean labelFailed;

    /** @param sources the files whose lines the user can do something about */
    public OutputScan(Set<String> sources) {
        this.sources = sources;
    }

    /** @param errors whether it went to standard error, apart from standard output */
    public void add(boolean errors, byte[] piece, int length) {
        StringBuilder line = unfinished[errors ? 1 : 0];
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
    Optional<Complaint> ownComplaint() {
        return complaints(file -> sources.contains(file)).findFirst();
    }

    /** Those about files of the system: what was wrong is elsewhere, but they say what. */
    Stream<Complaint> systemComplaints() {
        return complaints(file -> !sources.contains(file));
    }

    private Stream<Complaint> complaints(Predicate<String> ofFile) {
        return kept.stream().flatMap(line -> Complaint.parse(line).stream()).filter(one -> ofFile.test(one.file()));
    }

    /** The lines that say something about an error, in their order. */
    List<String> lines() {
        return kept;
    }

    /** TeX reported an error of its own. */
    public boolean texComplained() {
        return texComplained;
    }

    /** Asymptote could not make a picture out of what was drawn: TeX, or what comes after it, had failed. */
    public boolean shipoutFailed() {
        return shipoutFailed;
    }

    /** Asymptote could not learn the size of a label; if TeX complained, because of that. */
    public boolean labelFailed() {
        return labelFailed;
    }

    private void look(String text) {
        shipoutFailed |= text.endsWith(": runtime: shipout failed");
        // Asymptote 2 says nothing more, Asymptote 3 does.
        labelFailed |= text.endsWith(": runtime: ") || text.endsWith(": runtime: Cannot read label width");
        boolean tex = text.startsWith("! ");
        texComplained |= tex;
        if (tex || text.equals("Runaway argument?")) {
            texLinesLeft = TEX_LINES;
        }
        boolean notable = texLinesLeft-- > 0
                || ANNOUNCEMENTS.stream().anyMatch(text::startsWith)
                || Complaint.parse(text).isPresent();
        if (notable && kept.size() < MOST_LINES) {
            kept.add(text);
        }
    }
}
