package asyfleet.protocol.task.verdict;

import java.util.Objects;

/**
 * The full reason why a task ended, beside the fields of {@code complete} that the protocol always had.
 *
 * @param code why, for programs
 * @param stage where
 * @param limit the limit that was hit, in the unit of the code (ms, bytes, processes); null if none was
 * @param measured what was measured against that limit, or the exit code or signal; null if nothing was
 * @param file the source file that the program complained about; null if unknown
 * @param line the line in that file, from 1; null if unknown
 */
public record Verdict(EndCode code, Stage stage, Long limit, Long measured, String file, Integer line) {

    public Verdict {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(stage, "stage");
    }

    /** A verdict with no limit, measurement or source line to it. */
    public static Verdict of(EndCode code, Stage stage) {
        return new Verdict(code, stage, null, null, null, null);
    }

    /** A verdict about a limit that was hit. */
    public static Verdict ofLimit(EndCode code, Stage stage, long limit, long measured) {
        return new Verdict(code, stage, limit, measured, null, null);
    }

    /** The same verdict, pointing at a line of the user's source. */
    public Verdict at(String file, int line) {
        return new Verdict(code, stage, limit, measured, file, line);
    }
}
