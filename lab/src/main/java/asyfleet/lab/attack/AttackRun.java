package asyfleet.lab.attack;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/** A run of attacks, one after the other. It prints a table of them as it grows. Used by one thread. */
final class AttackRun {

    private static final String ROW = "%-5s %-54s %-60s %s%n";

    private final TargetFleet fleet;
    private final PrintStream out;
    private final Set<String> broken = new LinkedHashSet<>();
    private int count;

    AttackRun(TargetFleet fleet, PrintStream out) {
        this.fleet = fleet;
        this.out = out;
    }

    /** Carries out those of these groups whose names fit, and returns the names of those that did not go as promised. */
    Set<String> run(Set<AttackGroup> groups, Predicate<String> names) throws InterruptedException {
        fleet.own().ifPresent(AttackedProcesses::rememberRest);
        for (AttackGroup group : groups) {
            var attacks = group.attacks().stream()
                    .filter(attack -> names.test(attack.name()))
                    .toList();
            if (!attacks.isEmpty()) {
                out.printf("%n" + ROW, "", group.title(), "must happen", "was seen; and after it");
            }
            for (FleetAttack attack : attacks) {
                run(attack);
            }
        }
        out.printf("%n%d attacks, %d held, %d did not%n", count, count - broken.size(), broken.size());
        return broken;
    }

    private void run(FleetAttack attack) throws InterruptedException {
        count++;
        Seen seen = carryOut(attack);
        Seen after = fleet.aftermath();
        boolean held = seen.asPromised() && after.asPromised();
        if (!held) {
            broken.add(attack.name());
        }
        out.printf(ROW, held ? "held" : "BROKE", attack.name(), attack.promise(), seen.text() + "; " + after.text());
    }

    private Seen carryOut(FleetAttack attack) throws InterruptedException {
        try {
            return attack.act().carryOut(fleet);
        } catch (IOException e) {
            return Seen.broken("could not be tried: " + e.getMessage());
        }
    }
}
