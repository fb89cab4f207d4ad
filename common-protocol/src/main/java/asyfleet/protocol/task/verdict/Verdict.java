package asyfleet.protocol.task.verdict;

import java.util.Objects;

/**
 * The full reason why a task ended, beside the fields of {@code complete} that the protocol always had.
 *
 * @param code why, for programs
 * @param stage where
 * @param limit the limit that was hit, in the unit of the code (ms, bytes, processes); null if none was
 * @param measured what was measured against that limit, or the exit code or signal; null if nothing was
 * @param details the same for people, as far as there are words for it
 */
public record Verdict(EndCode code, Stage stage, Long limit, Long measured, VerdictDetails details) {

    public Verdict {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(stage, "stage");
        // Null in what an older version stored.
        details = Objects.requireNonNullElse(details, VerdictDetails.NONE);
    }

    /** A verdict with no limit, measurement or details. */
    public static Verdict of(EndCode code, Stage stage) {
        return new Verdict(code, stage, null, null, VerdictDetails.NONE);
    }

    /** A verdict about a limit that was hit, explained. */
    public static Verdict ofLimit(EndCode code, Stage stage, long limit, long measured) {
        return new Verdict(code, stage, limit, measured, LimitDetails.of(code, stage, limit));
    }

    /** The same, where what was measured is unknown. */
    public static Verdict ofLimit(EndCode code, Stage stage, long limit) {
        return new Verdict(code, stage, limit, null, LimitDetails.of(code, stage, limit));
    }

    /** The same verdict, never without a summary: where nobody had words for it, those of its code or of the error. */
    public Verdict worded(String error) {
        return details.summary() == null && code != EndCode.OK
                ? explained(details.orElse(FleetDetails.of(code, error)))
                : this;
    }

    /** The same verdict with other words. */
    public Verdict explained(VerdictDetails other) {
        return new Verdict(code, stage, limit, measured, other);
    }
}
