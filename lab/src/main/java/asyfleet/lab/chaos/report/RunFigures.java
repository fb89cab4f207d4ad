package asyfleet.lab.chaos.report;

import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Ended;
import asyfleet.lab.chaos.history.HistoryEvent.Failed;
import asyfleet.lab.chaos.history.HistoryEvent.Granted;
import asyfleet.lab.chaos.history.HistoryEvent.Left;
import asyfleet.lab.chaos.history.HistoryEvent.Sampled;
import asyfleet.lab.chaos.history.HistoryEvent.Sent;
import asyfleet.lab.chaos.history.HistoryEvent.Struck;
import asyfleet.lab.chaos.history.HistoryEvent.Told;
import asyfleet.lab.chaos.history.HistoryEvent.Vanished;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The figures of a run as a whole.
 *
 * @param faults that were made
 * @param byDoor tasks by the way they came
 * @param byCode ends by their code
 * @param busyPercent of the slots, on average over all looks
 */
public record RunFigures(
        double seconds,
        int faults,
        int tasks,
        int ends,
        int unknown,
        int left,
        int webhooks,
        int granted,
        int busyPercent,
        Map<String, Integer> byDoor,
        Map<String, Integer> byCode) {

    static RunFigures of(List<HistoryEvent> events) {
        Map<String, Integer> byDoor = new TreeMap<>();
        Map<String, Integer> byCode = new TreeMap<>();
        for (HistoryEvent event : events) {
            if (event instanceof Sent sent) {
                byDoor.merge(sent.door().name().toLowerCase(Locale.ROOT), 1, Integer::sum);
            } else if (event instanceof Ended ended) {
                byCode.merge(ended.code(), 1, Integer::sum);
            }
        }
        return new RunFigures(
                events.isEmpty() ? 0 : events.get(events.size() - 1).at(),
                count(events, Struck.class) - count(events, Failed.class),
                count(events, Sent.class),
                count(events, Ended.class),
                count(events, Vanished.class),
                count(events, Left.class),
                count(events, Told.class),
                count(events, Granted.class),
                busyPercent(events),
                byDoor,
                byCode);
    }

    private static int count(List<HistoryEvent> events, Class<? extends HistoryEvent> type) {
        return (int) events.stream().filter(type::isInstance).count();
    }

    private static int busyPercent(List<HistoryEvent> events) {
        return (int) Math.round(100
                * events.stream()
                        .filter(Sampled.class::isInstance)
                        .map(event -> ((Sampled) event).sample().queue())
                        .flatMap(Optional::stream)
                        .mapToDouble(queue -> Math.min(1, (double) queue.executing() / Math.max(1, queue.slots())))
                        .average()
                        .orElse(0));
    }
}
