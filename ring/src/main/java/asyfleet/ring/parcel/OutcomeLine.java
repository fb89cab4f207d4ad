package asyfleet.ring.parcel;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The last line with {@code RES:} in the output of a script, by which the original program, runexp, knows how the script
 * ended: {@code RES:failed} is a failure, and all else a success.
 */
public record OutcomeLine(String text) {

    private static final String MARK = "RES:";
    private static final Pattern FAILED = Pattern.compile(MARK + "\\s*failed", Pattern.CASE_INSENSITIVE);

    public static Optional<OutcomeLine> last(Stream<String> lines) {
        return lines.filter(line -> line.contains(MARK))
                .reduce((earlier, later) -> later)
                .map(line -> new OutcomeLine(line.strip()));
    }

    public boolean isFailure() {
        return FAILED.matcher(text).find();
    }
}
