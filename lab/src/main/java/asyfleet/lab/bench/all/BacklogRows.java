package asyfleet.lab.bench.all;

import asyfleet.config.StartFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * The row of the cost of a task while very many wait behind it. They have no clients, and the lowest priority; so many
 * others are under way that hardly ever a slot is free for them. On a fleet of its own, which ends before they run.
 *
 * <p>Those that run nevertheless, when a round ends, would be counted as cost of the others. So they are counted, and if
 * they are many there is no figure.
 */
final class BacklogRows {

    /** With twice as many as slots, most are on their way at any time, and as many of those behind run. */
    private static final int UNDER_WAY = 10 * NoOpFleet.SLOTS;

    private static final double MOST_THAT_RUN = 0.1;

    private final Lengths lengths;
    private final Compilers compilers;

    BacklogRows(Lengths lengths, Compilers compilers) {
        this.lengths = lengths;
        this.compilers = compilers;
    }

    List<BenchRow> measure() {
        try (NoOpFleet fleet = new NoOpFleet(compilers)) {
            String warmUp = new WarmUp(fleet, lengths).run(UNDER_WAY);
            Spread none = rounds(fleet);
            fleet.addWaiting(lengths.backlog());
            long before = fleet.waiting();
            long tasks = fleet.tasks();
            Spread many = rounds(fleet);
            String ran = expectFewRan(before - fleet.waiting(), fleet.tasks() - tasks);
            return List.of(BenchRow.of(
                            SoakRows.SECTION + compilers,
                            "processor time of a task while %,d wait behind it".formatted(lengths.backlog()),
                            "µs",
                            many)
                    .beside("while few wait", none)
                    .with(Goal.ratioAtMost(1.15))
                    .noting("those behind it are told estimates, too, and have no clients; " + ran + "; " + warmUp));
        }
    }

    private static String expectFewRan(long ran, long tasks) {
        String words = "%,d of them ran beside %,d tasks".formatted(ran, tasks);
        if (ran > MOST_THAT_RUN * tasks) {
            throw new StartFailure(words + ", expected at most one in ten");
        }
        return words;
    }

    private Spread rounds(NoOpFleet fleet) {
        List<Double> micros = new ArrayList<>();
        for (int i = 0; i < lengths.rounds(); i++) {
            micros.add(fleet.round(UNDER_WAY, lengths.round()).cpuOfServices());
        }
        return Spread.of(micros);
    }
}
