package asyfleet.lab.bench.all;

import asyfleet.lab.bench.fleet.BullMq;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The rows of tasks that do nothing, beside BullMQ's. */
final class QueueRows {

    private static final String SECTION = "The queue: tasks that do nothing, ";
    private static final int FEW = 10;

    private final String section;
    private final NoOpFleet fleet;
    private final Optional<BullMq> bullMq;
    private final Lengths lengths;

    QueueRows(Compilers compilers, NoOpFleet fleet, Optional<BullMq> bullMq, Lengths lengths) {
        this.section = SECTION + compilers;
        this.fleet = fleet;
        this.bullMq = bullMq;
        this.lengths = lengths;
    }

    List<BenchRow> measure() {
        List<BenchRow> rows = new ArrayList<>();
        for (int underWay : new int[] {1, FEW, NoOpFleet.SLOTS}) {
            rows.addAll(level(underWay));
        }
        rows.add(idle());
        return rows;
    }

    /** Ours and the peer's by turns, so that noise hits both. */
    private List<BenchRow> level(int underWay) {
        List<NoOpFleet.Round> own = new ArrayList<>();
        List<NoOpFleet.Round> kept = new ArrayList<>();
        List<BullMq.Round> others = new ArrayList<>();
        try (BullMq.Running peer = bullMq.map(other -> other.start(underWay)).orElse(BullMq.Running.NONE)) {
            peer.round(lengths.round()); // warms up
            for (int i = 0; i < lengths.rounds(); i++) {
                own.add(fleet.round(underWay, lengths.round()));
                kept.add(fleet.keptRound(underWay, lengths.round()));
                peer.round(lengths.round()).ifPresent(others::add);
            }
        }
        return rows(underWay, own, kept, others);
    }

    private List<BenchRow> rows(
            int underWay, List<NoOpFleet.Round> own, List<NoOpFleet.Round> kept, List<BullMq.Round> others) {
        boolean most = underWay == NoOpFleet.SLOTS;
        String at = ", " + underWay + " under way";
        List<BenchRow> rows = new ArrayList<>();
        rows.add(goal(
                peer(
                        row("tasks/s, a connection for each" + at, "/s", own, one -> one.done()
                                .perSecond()),
                        others,
                        BullMq.Round::perSecond),
                most,
                Goal.ratioAtLeast(1.5)));
        rows.add(goal(
                peer(
                        row("tasks/s, kept connections" + at, "/s", kept, one -> one.done()
                                .perSecond()),
                        others,
                        BullMq.Round::perSecond),
                most,
                Goal.ratioAtLeast(2.5)));
        rows.add(goal(
                        row("processor time of a task" + at, "µs", own, NoOpFleet.Round::cpuOfServices),
                        most,
                        Goal.atMost(300))
                .noting(parts(own.get(own.size() / 2))));
        rows.add(peer(
                        row("processor time of a task and its client" + at, "µs", own, NoOpFleet.Round::cpuWithClient),
                        others,
                        BullMq.Round::cpuMicros)
                .noting("BullMQ: node, producers included, and Redis"));
        rows.add(goal(row("Redis commands of a task" + at, "", own, NoOpFleet.Round::commands), most, Goal.atMost(12))
                .noting("inside scripts too; without those of the idle fleet"));
        rows.add(goal(
                row("Redis processor time of a task" + at, "µs", own, NoOpFleet.Round::cpuOfRedis),
                most,
                Goal.atMost(40)));
        return underWay == 1 ? withGoal(rows, "Redis commands", Goal.atMost(48)) : rows;
    }

    private static List<BenchRow> withGoal(List<BenchRow> rows, String begins, Goal goal) {
        return rows.stream()
                .map(row -> row.what().startsWith(begins) ? row.with(goal) : row)
                .toList();
    }

    private BenchRow row(
            String what, String unit, List<NoOpFleet.Round> rounds, ToDoubleFunction<NoOpFleet.Round> figure) {
        return BenchRow.of(
                section,
                what,
                unit,
                Spread.of(rounds.stream().map(figure::applyAsDouble).toList()));
    }

    private static BenchRow peer(BenchRow row, List<BullMq.Round> others, ToDoubleFunction<BullMq.Round> figure) {
        return others.isEmpty()
                ? row
                : row.beside(
                        "BullMQ",
                        Spread.of(others.stream().map(figure::applyAsDouble).toList()));
    }

    private static BenchRow goal(BenchRow row, boolean wanted, Goal goal) {
        return wanted ? row.with(goal) : row;
    }

    private static String parts(NoOpFleet.Round round) {
        List<String> words = new ArrayList<>();
        round.cpuMicros().forEach((part, micros) -> words.add(part + " " + BenchRow.number(micros)));
        return "all but the client; " + String.join(", ", words);
    }

    private BenchRow idle() {
        List<Double> medians = new ArrayList<>();
        for (int i = 0; i < lengths.rounds(); i++) {
            medians.add(new StartTimes(fleet.client())
                    .medianMillis(Duration.ofMillis(lengths.round().toMillis() / 2)));
        }
        return BenchRow.of(section, "idle fleet, from connecting to `passed`, p50", "ms", Spread.of(medians))
                .with(Goal.atMost(1));
    }
}
