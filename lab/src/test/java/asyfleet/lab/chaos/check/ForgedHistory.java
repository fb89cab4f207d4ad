package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.ClientDoor;
import asyfleet.lab.chaos.history.ExpectedEnd;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.FleetRest;
import asyfleet.lab.chaos.history.FleetSample;
import asyfleet.lab.chaos.history.FleetSample.ProcessSample;
import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Rested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A history that nobody lived through. Every step comes a second after the one before, unless time passes. It is judged with
 * an end: faults that are not over are over then, and the fleet is seen at rest, unless it is {@link #cutOff}.
 */
final class ForgedHistory {

    static final ExpectedEnd FIGURE =
            new ExpectedEnd("nap", "OK", Optional.of("circle"), Optional.of("task 1\ntask 1 again\n"));
    static final FleetRest REST = new FleetRest(
            6, 0, 0, 0, List.of("counter"), List.of(process(60, 20, 120)), 6, List.of(), List.of("backend1/state"));

    private final List<HistoryEvent> events = new ArrayList<>();
    private double now;
    private int faults;
    private boolean cutOff;

    static ProcessSample process(int descriptors, int heap, int resident) {
        return new ProcessSample("backend1", resident, heap, descriptors, 30);
    }

    private double tick() {
        return now++;
    }

    ForgedHistory pass(double seconds) {
        now += seconds;
        return this;
    }

    ForgedHistory add(HistoryEvent event) {
        events.add(event);
        return this;
    }

    ForgedHistory sent(ClientDoor door) {
        return add(new HistoryEvent.Sent(tick(), 1, door, FIGURE));
    }

    ForgedHistory accepted() {
        return add(new HistoryEvent.Accepted(tick(), 1));
    }

    ForgedHistory ended() {
        return ended("OK", "circle", "task 1\ntask 1 again\n");
    }

    ForgedHistory ended(String code) {
        return add(new HistoryEvent.Ended(tick(), 1, code, Optional.empty(), Optional.empty()));
    }

    ForgedHistory ended(String code, String picture, String output) {
        return add(new HistoryEvent.Ended(tick(), 1, code, Optional.of(picture), Optional.of(output)));
    }

    ForgedHistory vanished(String error) {
        return add(new HistoryEvent.Vanished(tick(), 1, error));
    }

    ForgedHistory stumbled(String error) {
        return add(new HistoryEvent.Stumbled(tick(), 1, error));
    }

    ForgedHistory gaveUp() {
        return add(new HistoryEvent.GaveUp(tick(), 1));
    }

    ForgedHistory left() {
        return add(new HistoryEvent.Left(tick(), 1));
    }

    ForgedHistory told() {
        return told("succeeded");
    }

    ForgedHistory told(String state) {
        return add(new HistoryEvent.Told(tick(), 1, state));
    }

    ForgedHistory waitsAgain() {
        return add(new HistoryEvent.WaitsAgain(tick(), 1));
    }

    ForgedHistory runsAgain() {
        return add(new HistoryEvent.RunsAgain(tick(), 1));
    }

    ForgedHistory adopted() {
        return add(new HistoryEvent.Adopted(tick(), 1));
    }

    ForgedHistory granted(int request, int limit) {
        return add(new HistoryEvent.Granted(tick(), request, "download", limit));
    }

    ForgedHistory released(int request) {
        return add(new HistoryEvent.Released(tick(), request));
    }

    ForgedHistory sampled(int slots, int executing, int slow) {
        QueueSample queue = new QueueSample(slots, 0, executing, slow, 3, 10);
        return add(new HistoryEvent.Sampled(tick(), new FleetSample(Optional.of(queue), List.of(), 0, 0)));
    }

    ForgedHistory rested(boolean before, FleetRest rest) {
        return add(new HistoryEvent.Rested(tick(), before, rest));
    }

    /** A fault begins; what follows happens while it lasts. */
    ForgedHistory struck(FaultKind kind) {
        return add(new HistoryEvent.Struck(tick(), ++faults, kind, "target"));
    }

    ForgedHistory failed() {
        return add(new HistoryEvent.Failed(tick(), faults, "no such process"));
    }

    ForgedHistory healed() {
        return healed(faults);
    }

    ForgedHistory healed(int fault) {
        return add(new HistoryEvent.Healed(tick(), fault));
    }

    ForgedHistory recovered() {
        return recovered(faults);
    }

    ForgedHistory recovered(int fault) {
        return add(new HistoryEvent.WholeAgain(tick(), fault));
    }

    /** Nothing comes after what is there. */
    ForgedHistory cutOff() {
        cutOff = true;
        return this;
    }

    List<HistoryEvent> events() {
        return List.copyOf(events);
    }

    private List<HistoryEvent> whole() {
        List<HistoryEvent> whole = new ArrayList<>(events);
        IntStream.rangeClosed(1, faults).filter(fault -> !isHealed(fault)).forEach(fault -> {
            whole.add(new HistoryEvent.Healed(now, fault));
            whole.add(new HistoryEvent.WholeAgain(now, fault));
        });
        if (events.stream().noneMatch(event -> event instanceof Rested rested && !rested.before())) {
            whole.add(new Rested(now, false, REST));
        }
        return whole;
    }

    private boolean isHealed(int fault) {
        return events.stream()
                .anyMatch(event -> event instanceof HistoryEvent.Healed healed && healed.number() == fault);
    }

    List<Violation> violations() {
        return new HistoryChecker(40).check(cutOff ? events : whole());
    }

    List<ViolationKind> broken() {
        return violations().stream().map(Violation::kind).toList();
    }
}
