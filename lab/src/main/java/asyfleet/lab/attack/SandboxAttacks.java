package asyfleet.lab.attack;

import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.sandbox.attack.SelfTest;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** The attacks that every backend makes on its own sandbox when it starts, all at once, beside a fleet at work. */
final class SandboxAttacks {

    private SandboxAttacks() {}

    static List<FleetAttack> all() {
        return List.of(new FleetAttack(
                "break out of a cell, in every way that backends try at their start",
                "all are contained",
                fleet -> attack().and(fleet.figure().drawnAsBefore())));
    }

    private static Seen attack() throws IOException {
        try (StateDirectory state = StateDirectory.create(StateDirectory.defaultBase());
                Sandbox sandbox = BwrapSandbox.create(state, SandboxLimits.DEFAULT, SandboxExtras.NONE)) {
            List<SelfTest.Outcome> outcomes = SelfTest.run(sandbox, state);
            String breaches = outcomes.stream()
                    .filter(outcome -> !outcome.contained())
                    .map(SelfTest.Outcome::toString)
                    .collect(Collectors.joining("; "));
            return breaches.isEmpty() ? Seen.held(outcomes.size() + " contained") : Seen.broken(breaches);
        }
    }
}
