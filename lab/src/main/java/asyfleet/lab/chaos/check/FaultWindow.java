package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.Excuse;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Healed;
import asyfleet.lab.chaos.history.HistoryEvent.Struck;
import asyfleet.lab.chaos.history.HistoryEvent.WholeAgain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The time of one fault.
 *
 * @param recovered empty if the fleet was not whole again in time
 */
record FaultWindow(int number, FaultKind kind, String target, double struck, double healed, OptionalDouble recovered) {

    /** Leases end, clients notice late, and what was started in time ends later. */
    private static final double GRACE_SECONDS = 8;

    static List<FaultWindow> of(List<HistoryEvent> events) {
        Map<Integer, FaultWindow> windows = new LinkedHashMap<>();
        for (HistoryEvent event : events) {
            if (event instanceof Struck struck) {
                windows.put(
                        struck.number(),
                        new FaultWindow(
                                struck.number(),
                                struck.kind(),
                                struck.target(),
                                struck.at(),
                                Double.POSITIVE_INFINITY,
                                OptionalDouble.empty()));
            } else if (event instanceof Healed healed) {
                windows.computeIfPresent(healed.number(), (number, window) -> window.healedAt(healed.at()));
            } else if (event instanceof WholeAgain recovered) {
                windows.computeIfPresent(recovered.number(), (number, window) -> window.recoveredAt(recovered.at()));
            }
        }
        return new ArrayList<>(windows.values());
    }

    private FaultWindow healedAt(double time) {
        return new FaultWindow(number, kind, target, struck, time, recovered);
    }

    private FaultWindow recoveredAt(double time) {
        return new FaultWindow(number, kind, target, struck, healed, OptionalDouble.of(time));
    }

    /** When nothing of it can be seen any more. */
    double end() {
        return recovered.orElse(Double.POSITIVE_INFINITY) + GRACE_SECONDS;
    }

    private boolean overlaps(double from, double to) {
        return from <= end() && to >= struck;
    }

    static boolean isExcused(List<FaultWindow> windows, Excuse excuse, double from, double to) {
        return windows.stream().anyMatch(window -> window.kind.excuses(excuse) && window.overlaps(from, to));
    }

    static boolean isAny(List<FaultWindow> windows, double from, double to) {
        return windows.stream().anyMatch(window -> window.overlaps(from, to));
    }

    static boolean isQuiet(List<FaultWindow> windows, double at) {
        return !isAny(windows, at, at);
    }
}
