package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.Excuse;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Failed;
import asyfleet.lab.chaos.history.HistoryEvent.Healed;
import asyfleet.lab.chaos.history.HistoryEvent.Struck;
import asyfleet.lab.chaos.history.HistoryEvent.WholeAgain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The time of one fault. What it excuses, it excuses until a while after it was over and its part whole again, but hardly
 * into the time of a fault that struck after that: else nothing would ever be judged by the fault that it belongs to.
 *
 * @param recovered empty if its part, or the fleet, was not whole again in time
 * @param next when the first fault struck after it was whole again; infinite if none did
 * @param made false if it could not be made; it may have done harm
 */
record FaultWindow(
        int number,
        FaultKind kind,
        String target,
        double struck,
        double healed,
        OptionalDouble recovered,
        double next,
        boolean made) {

    /** Leases end, clients notice late, and what was started in time ends later. */
    private static final double GRACE_SECONDS = 8;

    /** An answer that was on its way when the next fault struck. */
    private static final double OVERHANG_SECONDS = 1;

    /** A lease of a queue server (4 s, renewed every second) lives longer than Redis is away then. */
    private static final double SHORT_OUTAGE_SECONDS = 1.5;

    /** A task that was dispatched while there were other slots runs for up to 20 s, see ChaosFleet.LONG_LEVEL. */
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
                                Double.POSITIVE_INFINITY,
                                true));
            } else if (event instanceof Failed failed) {
                windows.computeIfPresent(failed.number(), (number, window) -> window.notMade());
            } else if (event instanceof Healed healed) {
                windows.computeIfPresent(healed.number(), (number, window) -> window.healedAt(healed.at()));
            } else if (event instanceof WholeAgain recovered) {
                windows.computeIfPresent(recovered.number(), (number, window) -> window.recoveredAt(recovered.at()));
            }
        }
        return withNext(new ArrayList<>(windows.values()));
    }

    private static List<FaultWindow> withNext(List<FaultWindow> windows) {
        List<Double> strikes = windows.stream().map(FaultWindow::struck).toList();
        windows.replaceAll(window -> strikes.stream()
                .filter(struck -> struck > window.over())
                .findFirst()
                .map(window::before)
                .orElse(window));
        return windows;
    }

    private FaultWindow healedAt(double time) {
        return new FaultWindow(number, kind, target, struck, time, recovered, next, made);
    }

    private FaultWindow recoveredAt(double time) {
        return new FaultWindow(number, kind, target, struck, healed, OptionalDouble.of(time), next, made);
    }

    private FaultWindow before(double nextStruck) {
        return new FaultWindow(number, kind, target, struck, healed, recovered, nextStruck, made);
    }

    private FaultWindow notMade() {
        return new FaultWindow(number, kind, target, struck, healed, recovered, next, false);
    }

    /** When it was whole again, or nobody waited for that any more; infinite if it was never over. */
    private double over() {
        return recovered.orElse(healed + WholeAgain.LIMIT.toSeconds());
    }

    private double endOf(Excuse excuse) {
        return excuse == Excuse.SLOTS_CHANGE
                ? over() + LONGEST_TASK_SECONDS
                : Math.min(over() + GRACE_SECONDS, next + OVERHANG_SECONDS);
    }

    private boolean excuses(Excuse excuse, double from, double to) {
        boolean longEnough = excuse != Excuse.LEASE_LOST || healed - struck > SHORT_OUTAGE_SECONDS;
        return kind.excuses(excuse) && longEnough && from <= endOf(excuse) && to >= struck;
    }

    static boolean isExcused(List<FaultWindow> windows, Excuse excuse, double from, double to) {
        return windows.stream().anyMatch(window -> window.excuses(excuse, from, to));
    }

    /** How many faults of this excuse there were in this time. */
    static long count(List<FaultWindow> windows, Excuse excuse, double from, double to) {
        return windows.stream()
                .filter(window -> window.excuses(excuse, from, to))
                .count();
    }

    /** Whether anything was broken in this time, or just before. */
    static boolean isAny(List<FaultWindow> windows, double from, double to) {
        return windows.stream().anyMatch(window -> from <= window.over() + GRACE_SECONDS && to >= window.struck);
    }
}
