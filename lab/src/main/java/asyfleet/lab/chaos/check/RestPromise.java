package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.FleetRest;
import asyfleet.lab.chaos.history.FleetSample.ProcessSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Rested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The promise that a fleet with nothing to do holds no more than it did before its first task. Used by one thread. */
public final class RestPromise {

    /** Connections that are kept for the next task, and files that the JVM opened meanwhile. */
    private static final int MORE_DESCRIPTORS = 40;

    /** Classes, compiled code and caches with a bound. */
    private static final int MORE_HEAP_MEGABYTES = 40;

    private static final int MORE_MEGABYTES = 250;

    /** Pools that grow up to a bound when they are first used. */
    private static final int MORE_THREADS = 24;

    private final List<Violation> violations = new ArrayList<>();
    private double at;

    /** If nothing is left behind. */
    public static boolean isKept(FleetRest before, FleetRest after) {
        RestPromise promise = new RestPromise();
        promise.compare(before, after);
        return promise.violations.isEmpty();
    }

    List<Violation> check(List<HistoryEvent> events) {
        Optional<FleetRest> before = Optional.empty();
        boolean seenAfter = false;
        for (HistoryEvent event : events) {
            if (event instanceof Rested rested && rested.before()) {
                before.ifPresent(first -> cutOff());
                at = rested.at();
                before = Optional.of(rested.rest());
            } else if (event instanceof Rested rested) {
                at = rested.at();
                before.ifPresent(first -> compare(first, rested.rest()));
                before = Optional.empty();
                seenAfter = true;
            }
        }
        if (before.isPresent() || !seenAfter) {
            cutOff();
        }
        return violations;
    }

    /** The fleet is looked at when all clients are done: without that, nobody knows what is missing. */
    private void cutOff() {
        String text = "the history does not say what the fleet held after its last task";
        violations.add(new Violation(ViolationKind.UNPROVEN, at, 0, text));
    }

    private void compare(FleetRest before, FleetRest after) {
        expect(after.slots() == before.slots(), after.slots() + " slots, " + before.slots() + " before");
        expect(after.queued() == 0, after.queued() + " tasks in the keys of the scheduler");
        expect(after.held() == 0, after.held() + " requests of the limiter");
        expect(after.owned() == 0, after.owned() + " asynchronous tasks");
        List<String> keys = more(before.lastingKeys(), after.lastingKeys());
        expect(keys.isEmpty(), "keys that never expire: " + keys);
        expect(
                after.cells() <= Math.max(before.cells(), before.slots()),
                after.cells() + " cells, " + before.cells() + " before");
        expect(after.strays().isEmpty(), "processes: " + after.strays());
        List<String> files = more(before.files(), after.files());
        expect(
                files.isEmpty(),
                files.size() + " files: " + files.stream().limit(5).toList());
        before.processes().forEach(first -> after.processes().stream()
                .filter(last -> last.name().equals(first.name()))
                .findFirst()
                .ifPresentOrElse(last -> compare(first, last), () -> expect(false, first.name() + " does not run")));
    }

    private void compare(ProcessSample before, ProcessSample after) {
        String name = after.name() + ": ";
        expect(
                after.descriptors() <= before.descriptors() + MORE_DESCRIPTORS,
                name + after.descriptors() + " descriptors, " + before.descriptors() + " before");
        expect(
                after.threads() <= before.threads() + MORE_THREADS,
                name + after.threads() + " threads, " + before.threads() + " before");
        expect(
                after.heapMegabytes() <= before.heapMegabytes() + MORE_HEAP_MEGABYTES,
                name + after.heapMegabytes() + " MB of heap, " + before.heapMegabytes() + " before");
        expect(
                after.residentMegabytes() <= before.residentMegabytes() + MORE_MEGABYTES,
                name + after.residentMegabytes() + " MB, " + before.residentMegabytes() + " before");
    }

    private static List<String> more(List<String> before, List<String> after) {
        List<String> more = new ArrayList<>(after);
        before.forEach(more::remove); // one for each: two of the same name are one too many
        return more;
    }

    private void expect(boolean back, String text) {
        if (!back) {
            violations.add(new Violation(ViolationKind.LEFT_BEHIND, at, 0, text));
        }
    }
}
