package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Seconds;
import java.util.ArrayList;
import java.util.List;

/**
 * A waiting task, as the scheduler reads it from Redis.
 *
 * @param submittedMillis when it was submitted, by Redis' clock; 0 if unknown
 * @param ahead whether it goes ahead of the queue, see {@link HeadStart}
 * @param score its place in the queue, smaller first; an interactive task has one but is not in the queue
 */
public record Arrival(String id, TaskDemand asked, long submittedMillis, boolean ahead, long score) {

    private static final int FIELDS = 8;

    static List<Arrival> list(List<String> flat) {
        List<Arrival> arrivals = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            arrivals.add(of(flat.subList(i, i + FIELDS)));
        }
        return arrivals;
    }

    private static Arrival of(List<String> fields) {
        return new Arrival(
                fields.get(0),
                TaskDemand.of(fields.get(1), fields.get(2), fields.get(3), fields.get(7)),
                Seconds.number(fields.get(4)),
                !fields.get(5).isEmpty(),
                Seconds.number(fields.get(6)));
    }
}
