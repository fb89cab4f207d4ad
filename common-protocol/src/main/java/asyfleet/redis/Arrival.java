package asyfleet.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A task as the scheduler sees it while it waits.
 *
 * @param score its place in the queue, smaller first; an interactive task has one but is not in the queue
 * @param asked the duration it asked for; empty for a default or interactive task
 * @param server the queue server whose client waits, empty if unknown
 * @param submittedMillis when it was submitted, by Redis' clock; 0 if unknown
 */
public record Arrival(
        String id,
        long score,
        Optional<Duration> asked,
        boolean interactive,
        int priority,
        String server,
        long submittedMillis) {

    private static final int FIELDS = 6;
    private static final String INTERACTIVE = "interactive";

    static List<Arrival> list(List<String> flat) {
        List<Arrival> arrivals = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            arrivals.add(of(flat.subList(i, i + FIELDS)));
        }
        return arrivals;
    }

    private static Arrival of(List<String> fields) {
        String asked = fields.get(2);
        return new Arrival(
                fields.get(0),
                number(fields.get(1)),
                asked(asked),
                asked.equals(INTERACTIVE),
                (int) number(fields.get(3)),
                fields.get(4),
                number(fields.get(5)));
    }

    /** What {@code queue.durations} holds: nothing for a default task. */
    static Optional<Duration> asked(String value) {
        return value.isEmpty() || value.equals(INTERACTIVE) ? Optional.empty() : Optional.of(Seconds.parse(value));
    }

    static boolean isInteractive(String value) {
        return value.equals(INTERACTIVE);
    }

    private static long number(String text) {
        return text.isEmpty() ? 0 : new java.math.BigDecimal(text).longValue();
    }
}
