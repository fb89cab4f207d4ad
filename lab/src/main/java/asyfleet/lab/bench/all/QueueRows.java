package asyfleet.lab.bench.all;

import asyfleet.lab.bench.fleet.BullMq;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The rows of tasks that do nothing, beside BullMQ's. */
final class QueueRows {

    private static final String SECTION = "The queue: tasks that do nothing";
    private static final int FEW = 10;
    private static final int MOST_WARM_UPS = 40;
    private static final double QUIET = 0.02;

    private final NoOpFleet fleet;
    private final Optional<BullMq> bullMq;
    private final Lengths lengths;

    QueueRows(NoOpFleet fleet, Optional<BullMq> bullMq, Lengths lengths) {
        this.fleet = fleet;
        this.bullMq = bullMq;
        this.lengths = lengths;
    }

    /** Until the compilers of all services take next to nothing, or it takes too long; says which. */
    String warmUp() {
        long limit = System.nanoTime() + lengths.warmUp().toNanos();
        double compilers = 1;
        for (int i = 0; i < MOST_WARM_UPS && compilers > QUIET && System.nanoTime() - limit < 0; i++) {
            compilers = fleet.round(NoOpFleet.SLOTS, lengths.round()).compilers();
        }
        return "warmed up by %,d tasks; then the compilers took %s of the services' processor time%s"
                .formatted(
                        fleet.tasks(),
                        Goal.percent(compilers),
                        compilers > QUIET ? ", so they are not quiet: the figures are too high" : "");
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

    private static List<BenchRow> rows(
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
                        peer(
                                row("processor time of a task" + at, "µs", own, NoOpFleet.Round::cpuOfServices),
                                others,
                                BullMq.Round::cpuMicros),
                        most,
                        Goal.atMost(300))
                .noting(parts(own.get(own.size() / 2)) + "; BullMQ: node and Redis"));
        rows.add(goal(row("Redis commands of a task" + at, "", own, NoOpFleet.Round::commands), most, Goal.atMost(12))
                .noting("inside scripts too"));
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

    private static BenchRow row(
            String what, String unit, List<NoOpFleet.Round> rounds, ToDoubleFunction<NoOpFleet.Round> figure) {
        return BenchRow.of(
                SECTION,
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
        return BenchRow.of(SECTION, "idle fleet, from connecting to `passed`, p50", "ms", Spread.of(medians))
                .with(Goal.atMost(1));
    }
}
