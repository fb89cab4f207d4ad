package asyfleet.client.render.report;

import asyfleet.protocol.task.verdict.VerdictDetails;

/**
 * A reason why a figure was not rendered.
 *
 * @param file as the user calls it
 * @param details place, words and hint; what is not known is null
 * @param excerpt the line of the source, or null
 */
public record Problem(String file, VerdictDetails details, String excerpt) {

    /** One without a place. */
    public static Problem of(String file, String message) {
        return new Problem(file, VerdictDetails.of(message), null);
    }

    String place() {
        return details.placeIn(file);
    }

    String words() {
        return details.words("failed");
    }
}
