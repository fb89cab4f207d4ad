package asyfleet.backend.sandbox.attack;

import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** {@code doctor --sandbox}: shows each attack and whether it was contained. */
public final class SandboxDoctor {

    private SandboxDoctor() {}

    /** Returns the exit code: 0 if everything was contained. */
    public static int examine(PrintStream out) {
        try (StateDirectory state = StateDirectory.create(StateDirectory.defaultBase());
                Sandbox sandbox = BwrapSandbox.create(state, SandboxLimits.DEFAULT, SandboxExtras.NONE)) {
            List<SelfTest.Outcome> outcomes = SelfTest.run(sandbox);
            outcomes.forEach(out::println);
            long breaches =
                    outcomes.stream().filter(outcome -> !outcome.contained()).count();
            out.printf("%d attacks, %d contained%n", outcomes.size(), outcomes.size() - breaches);
            return breaches == 0 ? 0 : 1;
        } catch (IOException e) {
            out.println("no sandbox: " + e.getMessage());
            return 1;
        }
    }
}
