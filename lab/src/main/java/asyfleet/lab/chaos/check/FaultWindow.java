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
 * The time of one fault. What it excuses, it excuses until a while after the fleet was whole again, but hardly into the
 * time of the next fault: else nothing would ever be judged by the fault that it belongs to.
 *
 * @param recovered empty if the fleet was not whole again in time
 * @param next when the next fault struck; infinite for the last
 */
record FaultWindow(
        int number,
        FaultKind kind,
        String target,
        double struck,
        double healed,
        OptionalDouble recovered,
        double next) {

    /** Leases end, clients notice late, and what was started in time ends later. */
    private static final double GRACE_SECONDS = 8;

    /** An answer that was on its way when the next fault struck. */
    private static final double OVERHANG_SECONDS = 1;

    /** What was dispatched while there were other slots runs for up to 20 s: ChaosFleet.LONG_LEVEL says the same. */
    private static final double LONGEST_TASK_SECONDS = 22;

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
                                OptionalDouble.empty(),
                                Double.POSITIVE_INFINITY));
            } else if (event instanceof Healed healed) {
                windows.computeIfPresent(healed.number(), (number, window) -> window.healedAt(healed.at()));
            } else if (event instanceof WholeAgain recovered) {
                windows.computeIfPresent(recovered.number(), (number, window) -> window.recoveredAt(recovered.at()));
            }
        }
        return withNext(new ArrayList<>(windows.values()));
    }

    private static List<FaultWindow> withNext(List<FaultWindow> windows) {
        for (int i = 0; i + 1 < windows.size(); i++) {
            windows.set(i, windows.get(i).before(windows.get(i + 1).struck()));
        }
        return windows;
    }

    private FaultWindow healedAt(double time) {
        return new FaultWindow(number, kind, target, struck, time, recovered, next);
    }

    private FaultWindow recoveredAt(double time) {
        return new FaultWindow(number, kind, target, struck, healed, OptionalDouble.of(time), next);
    }

    private FaultWindow before(double nextStruck) {
        return new FaultWindow(number, kind, target, struck, healed, recovered, nextStruck);
    }

    private double endOf(Excuse excuse) {
        if (recovered.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        return excuse == Excuse.SLOTS_CHANGE
                ? recovered.getAsDouble() + LONGEST_TASK_SECONDS
                : Math.min(recovered.getAsDouble() + GRACE_SECONDS, next + OVERHANG_SECONDS);
    }

    private boolean excuses(Excuse excuse, double from, double to) {
        return kind.excuses(excuse) && from <= endOf(excuse) && to >= struck;
    }

    static boolean isExcused(List<FaultWindow> windows, Excuse excuse, double from, double to) {
        return windows.stream().anyMatch(window -> window.excuses(excuse, from, to));
    }

    /** Whether anything was broken in this time, or just before. */
    static boolean isAny(List<FaultWindow> windows, double from, double to) {
        return windows.stream()
                .anyMatch(window -> from <= window.recovered.orElse(Double.POSITIVE_INFINITY) + GRACE_SECONDS
                        && to >= window.struck);
    }
}
