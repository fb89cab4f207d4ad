package asyfleet.ring.link;

import asyfleet.ring.protocol.RingLimits;
import java.time.Duration;

/**
 * The times that one end waits for the other.
 *
 * @param quiet a pause after which a message whose end cannot be seen is taken to be complete
 * @param silence how long an answer, or the next byte of it, may take, and how long a piece of ours may stay unread
 */
public record LinkLimits(RingLimits sizes, Duration quiet, Duration silence) {

    /** Messages are written in one piece, so their rest, if any, is a network away: 50 ms are long for that. */
    public static final LinkLimits DEFAULT =
            new LinkLimits(RingLimits.DEFAULT, Duration.ofMillis(50), Duration.ofSeconds(30));

    public LinkLimits withQuiet(Duration other) {
        return new LinkLimits(sizes, other, silence);
    }

    public LinkLimits withSizes(RingLimits other) {
        return new LinkLimits(other, quiet, silence);
    }
}
