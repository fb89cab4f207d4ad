package asyfleet.lab.bench.all;

import java.util.ArrayList;
import java.util.List;

/**
 * The row of the cost of a task while very many wait behind it. They have no clients, and the lowest priority; so many
 * others are under way that no slot is ever free for them. On a fleet of its own, which ends before they run.
 */
final class BacklogRows {

    private static final int UNDER_WAY = 2 * NoOpFleet.SLOTS;

    private final Lengths lengths;

    BacklogRows(Lengths lengths) {
        this.lengths = lengths;
    }

    List<BenchRow> measure() {
        try (NoOpFleet fleet = new NoOpFleet()) {
            fleet.round(UNDER_WAY, lengths.warmUp().dividedBy(4));
            Spread none = rounds(fleet);
            fleet.addWaiting(lengths.backlog());
            return List.of(BenchRow.of(
                            SoakRows.SECTION,
                            "processor time of a task while %,d wait behind it".formatted(lengths.backlog()),
                            "µs",
                            rounds(fleet))
                    .beside("while few wait", none)
                    .with(Goal.ratioAtMost(1.15))
                    .noting("those behind it are told estimates, too, and have no clients"));
        }
    }

    private Spread rounds(NoOpFleet fleet) {
        List<Double> micros = new ArrayList<>();
        for (int i = 0; i < lengths.rounds(); i++) {
            micros.add(fleet.round(UNDER_WAY, lengths.round()).cpuOfServices());
        }
        return Spread.of(micros);
    }
}
