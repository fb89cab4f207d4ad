package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Ended;
import asyfleet.lab.chaos.history.HistoryEvent.Vanished;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The table of faults, made of a history and its violations. Used by one thread. */
public final class FaultTable {

    private static final Set<ViolationKind> LOST = Set.of(ViolationKind.LOST, ViolationKind.NOT_TOLD);
    private static final Set<ViolationKind> TWICE =
            Set.of(ViolationKind.TWICE, ViolationKind.OUTPUT_TWICE, ViolationKind.TOLD_TWICE);
    private static final Set<ViolationKind> WRONG = Set.of(
            ViolationKind.FROM_NOWHERE,
            ViolationKind.WRONG_PICTURE,
            ViolationKind.WRONG_OUTPUT,
            ViolationKind.TOLD_WRONG,
            ViolationKind.BLAMED,
            ViolationKind.UNEARNED_FAULT);

    private final List<FaultWindow> faults;
    private final Collection<TaskStory> stories;
    private final List<Violation> violations;
    private final List<Double> goodAnswers;

    private FaultTable(List<HistoryEvent> events, List<Violation> violations) {
        this.faults = FaultWindow.of(events);
        this.stories = TaskStory.of(events);
        this.violations = violations;
        this.goodAnswers = stories.stream()
                .filter(TaskStory::isGood)
                .map(TaskStory::over)
                .sorted()
                .toList();
    }

    /** One row for each fault that struck. */
    public static List<FaultRow> of(List<HistoryEvent> events, List<Violation> violations) {
        FaultTable table = new FaultTable(events, violations);
        return Arrays.stream(FaultKind.values())
                .map(table::row)
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<FaultRow> row(FaultKind kind) {
        List<FaultWindow> own = faults.stream()
                .filter(fault -> fault.kind() == kind && fault.made())
                .toList();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Integer> errors = new TreeMap<>();
        own.forEach(fault -> errorsDuring(fault).forEach(error -> errors.merge(error, 1, Integer::sum)));
        return Optional.of(new FaultRow(
                kind.title(),
                kind.option(),
                own.size(),
                own.stream().mapToInt(this::tasksDuring).sum(),
                count(own, LOST),
                count(own, TWICE),
                count(own, WRONG),
                own.stream().mapToInt(this::unknownDuring).sum(),
                errors,
                count(own, Set.of(ViolationKind.values())),
                own.stream().map(this::silence).toList(),
                own.stream().map(this::nextAnswer).flatMap(Optional::stream).toList(),
                own.stream().flatMap(this::reruns).toList(),
                own.stream().flatMap(this::adoptions).toList(),
                own.stream()
                        .filter(fault -> fault.recovered().isPresent())
                        .map(fault -> fault.recovered().getAsDouble() - fault.healed())
                        .toList()));
    }

    /** Until the next fault strikes, whatever happens is put down to this one. */
    private double untilNext(FaultWindow fault) {
        return faults.stream()
                .mapToDouble(FaultWindow::struck)
                .filter(struck -> struck > fault.struck())
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private boolean isDuring(FaultWindow fault, double at) {
        double next = untilNext(fault);
        return at >= fault.struck() && (at < next || Double.isInfinite(next));
    }

    private int tasksDuring(FaultWindow fault) {
        double next = untilNext(fault);
        return (int) stories.stream()
                .filter(story -> story.began() < next && story.over() > fault.struck())
                .count();
    }

    private int unknownDuring(FaultWindow fault) {
        return (int) stories.stream()
                .flatMap(story -> story.vanishedSince().stream())
                .filter(at -> isDuring(fault, at))
                .count();
    }

    private int count(List<FaultWindow> own, Set<ViolationKind> kinds) {
        return (int) violations.stream()
                .filter(violation -> kinds.contains(violation.kind()))
                .filter(violation -> own.stream().anyMatch(fault -> isDuring(fault, violation.at())))
                .count();
    }

    private List<String> errorsDuring(FaultWindow fault) {
        List<String> errors = new ArrayList<>();
        for (TaskStory story : stories) {
            story.ends.stream()
                    .filter(end -> !story.isGood() && !story.isRefusedShell() && isDuring(fault, end.at()))
                    .map(Ended::code)
                    .forEach(errors::add);
            story.stumbles.stream()
                    .filter(stumble -> isDuring(fault, stumble.at()))
                    .map(stumble -> stumble.error().startsWith("java.") ? "asked again" : stumble.error())
                    .forEach(errors::add);
            story.vanished
                    .filter(vanished -> isDuring(fault, story.vanishedSince().orElseThrow()))
                    .map(Vanished::error)
                    .ifPresent(error -> errors.add(error.contains("cannot connect") ? "refused" : "unknown"));
        }
        return errors;
    }

    private Optional<Double> nextAnswer(FaultWindow fault) {
        return goodAnswers.stream()
                .filter(at -> at >= fault.healed())
                .findFirst()
                .map(at -> at - fault.healed());
    }

    /** Of tasks that lost their backend by this fault. */
    private Stream<Double> reruns(FaultWindow fault) {
        return stories.stream()
                .flatMap(story -> story.reruns.stream())
                .filter(rerun -> isDuring(fault, rerun.lost()))
                .map(rerun -> rerun.at() - fault.struck());
    }

    private Stream<Double> adoptions(FaultWindow fault) {
        return stories.stream()
                .flatMap(story -> story.adoptions.stream())
                .filter(adopted -> isDuring(fault, adopted.at()))
                .map(adopted -> adopted.at() - fault.struck());
    }

    /** Between the strike and the recovery. */
    private double silence(FaultWindow fault) {
        double end = Math.min(untilNext(fault), fault.recovered().orElse(fault.healed()));
        double longest = 0;
        double last = fault.struck();
        for (double at : goodAnswers) {
            if (at > fault.struck()) {
                longest = Math.max(longest, at - last);
                last = at;
            }
            if (at >= end) {
                break;
            }
        }
        return longest;
    }
}
