package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.ClientDoor;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Accepted;
import asyfleet.lab.chaos.history.HistoryEvent.Adopted;
import asyfleet.lab.chaos.history.HistoryEvent.Ended;
import asyfleet.lab.chaos.history.HistoryEvent.GaveUp;
import asyfleet.lab.chaos.history.HistoryEvent.Left;
import asyfleet.lab.chaos.history.HistoryEvent.RunsAgain;
import asyfleet.lab.chaos.history.HistoryEvent.Sent;
import asyfleet.lab.chaos.history.HistoryEvent.Stumbled;
import asyfleet.lab.chaos.history.HistoryEvent.Told;
import asyfleet.lab.chaos.history.HistoryEvent.Vanished;
import asyfleet.lab.chaos.history.HistoryEvent.WaitsAgain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All that a history tells of one task. Filled by one thread, then read. */
final class TaskStory {

    /** The ends of a shell that makes room for others, or is not kept waiting. */
    private static final Set<String> OF_SHELLS = Set.of("NO_FREE_BACKEND", "HALTED");

    /** The fleet knows no task of this ID. */
    private static final Set<String> UNKNOWN = Set.of("NOT_FOUND", "HTTP 404", Vanished.UNKNOWN_TO_THE_FLEET);

    final int task;
    Optional<Sent> sent = Optional.empty();
    Optional<Accepted> accepted = Optional.empty();
    Optional<Vanished> vanished = Optional.empty();
    Optional<GaveUp> gaveUp = Optional.empty();
    Optional<Left> left = Optional.empty();
    final List<Ended> ends = new ArrayList<>();
    final List<Stumbled> stumbles = new ArrayList<>();
    final List<Told> calls = new ArrayList<>();

    /** For each loss of its backend that it got over: when it ran again. */
    final List<Rerun> reruns = new ArrayList<>();

    final List<Adopted> adoptions = new ArrayList<>();

    private Optional<WaitsAgain> waits = Optional.empty();

    /** @param lost when its client was told that its backend was lost */
    record Rerun(double lost, double at) {}

    private TaskStory(int task) {
        this.task = task;
    }

    static Collection<TaskStory> of(List<HistoryEvent> events) {
        Map<Integer, TaskStory> stories = new TreeMap<>();
        for (HistoryEvent event : events) {
            int task = taskOf(event);
            if (task != 0) {
                stories.computeIfAbsent(task, TaskStory::new).add(event);
            }
        }
        return stories.values();
    }

    /** 0 for an event that is about no task. */
    private static int taskOf(HistoryEvent event) {
        return event.accept(new OwnTask());
    }

    private void add(HistoryEvent event) {
        if (event instanceof Sent seen) {
            sent = Optional.of(seen);
        } else if (event instanceof Accepted seen) {
            accepted = Optional.of(seen);
        } else if (event instanceof Ended seen) {
            ends.add(seen);
        } else if (event instanceof Stumbled seen) {
            stumbles.add(seen);
        } else if (event instanceof Vanished seen) {
            vanished = Optional.of(seen);
        } else if (event instanceof GaveUp seen) {
            gaveUp = Optional.of(seen);
        } else if (event instanceof Left seen) {
            left = Optional.of(seen);
        } else if (event instanceof Told seen) {
            calls.add(seen);
        } else if (event instanceof Adopted seen) {
            adoptions.add(seen);
            waits = Optional.empty(); // from here on it waits as a new task does
        } else if (event instanceof WaitsAgain seen) {
            waits = waits.or(() -> Optional.of(seen));
        } else if (event instanceof RunsAgain seen) {
            waits.ifPresent(since -> reruns.add(new Rerun(since.at(), seen.at())));
            waits = Optional.empty();
        }
    }

    double began() {
        return sent.map(Sent::at).orElse(0.0);
    }

    /** When its client had no more to wait for. */
    double over() {
        return ends.stream()
                .map(Ended::at)
                .findFirst()
                .or(() -> vanished.map(Vanished::at))
                .or(() -> gaveUp.map(GaveUp::at))
                .or(() -> left.map(Left::at))
                .orElse(Double.POSITIVE_INFINITY);
    }

    static boolean isUnknown(String error) {
        return UNKNOWN.contains(error);
    }

    /** A client asks for a task that the fleet does not know for some time before it calls it unknown. */
    Optional<Double> vanishedSince() {
        return vanished.map(last -> stumbles.stream()
                .filter(stumble -> isUnknown(last.error()) && isUnknown(stumble.error()))
                .map(Stumbled::at)
                .findFirst()
                .orElse(last.at()));
    }

    boolean isGood() {
        return ends.size() == 1
                && sent.isPresent()
                && ends.get(0).code().equals(sent.get().expected().code());
    }

    /** A busy fleet has no room for a shell, or wants it back: what it says then is no error. */
    boolean isRefusedShell() {
        return sent.filter(seen -> seen.door() == ClientDoor.SHELL).isPresent()
                && ends.stream().allMatch(end -> OF_SHELLS.contains(end.code()));
    }
}
