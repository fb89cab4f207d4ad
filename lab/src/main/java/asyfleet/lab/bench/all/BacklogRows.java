package asyfleet.lab.bench.all;

import asyfleet.config.StartFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * The row of the cost of a task while very many wait. They have no clients. They ask for a duration for which there is one
 * place, and a task that does not end has it. So none of them runs, and no figure holds the cost of their runs. On a fleet of
 * its own.
 */
final class BacklogRows {

    private final Lengths lengths;
    private final Compilers compilers;

    BacklogRows(Lengths lengths, Compilers compilers) {
        this.lengths = lengths;
        this.compilers = compilers;
    }

    List<BenchRow> measure() {
        try (NoOpFleet fleet = NoOpFleet.withOneLongPlace(compilers)) {
            String warmUp = new WarmUp(fleet, lengths).run(NoOpFleet.SLOTS);
            Spread none = rounds(fleet);
            fleet.addWaiting(lengths.backlog());
            fleet.round(NoOpFleet.SLOTS, lengths.round()); // those that wait are told their first estimates
            Spread many = rounds(fleet);
            expectAllWait(fleet.waiting());
            return List.of(BenchRow.of(
                            SoakRows.SECTION + compilers,
                            "processor time of a task while %,d wait".formatted(lengths.backlog()),
                            "µs",
                            many)
                    .beside("while none waits", none)
                    .with(Goal.ratioAtMost(1.15))
                    .noting("those that wait have estimates, too, but no clients; none of them ran; " + warmUp));
        }
    }

    private void expectAllWait(long waiting) {
        if (waiting != lengths.backlog()) {
            throw new StartFailure("%,d of %,d tasks still wait, expected all".formatted(waiting, lengths.backlog()));
        }
    }

    private Spread rounds(NoOpFleet fleet) {
        List<Double> micros = new ArrayList<>();
        for (int i = 0; i < lengths.rounds(); i++) {
            micros.add(fleet.round(NoOpFleet.SLOTS, lengths.round()).cpuOfServices());
        }
        return Spread.of(micros);
    }
}
