package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.Excuse;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Granted;
import asyfleet.lab.chaos.history.HistoryEvent.Released;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The promise of the request limiter: a request begins only if fewer of its type run than its limit says. The documents
 * except a queue server that died or lost its lease, and a Redis that lost its data: for everybody else its requests have
 * ended, while their clients may still believe in them. A Redis that is slow, or away for less than a lease, and clients
 * whose connections end are no exception.
 */
final class LimiterPromise {

    private static final List<Excuse> EXCEPTED = List.of(Excuse.SERVER_LOST, Excuse.FORGOTTEN, Excuse.LEASE_LOST);

    private final List<FaultWindow> faults;

    LimiterPromise(List<FaultWindow> faults) {
        this.faults = faults;
    }

    List<Violation> check(List<HistoryEvent> events) {
        Map<Integer, Granted> running = new HashMap<>();
        List<Violation> violations = new ArrayList<>();
        for (HistoryEvent event : events) {
            if (event instanceof Granted granted) {
                long others = ofType(running, granted.type()).count();
                if (others >= granted.limit() && !isExcepted(granted.at())) {
                    String text = others + " others ran, limit " + granted.limit();
                    violations.add(new Violation(ViolationKind.OVER_LIMIT, granted.at(), 0, text));
                }
                running.put(granted.request(), granted);
            } else if (event instanceof Released released) {
                running.remove(released.request());
            }
        }
        return violations;
    }

    private static Stream<Granted> ofType(Map<Integer, Granted> running, String type) {
        return running.values().stream().filter(other -> other.type().equals(type));
    }

    private boolean isExcepted(double at) {
        return EXCEPTED.stream().anyMatch(excuse -> FaultWindow.isExcused(faults, excuse, at, at));
    }
}
