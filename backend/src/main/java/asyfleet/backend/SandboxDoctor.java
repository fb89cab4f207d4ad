package asyfleet.backend;

import asyfleet.backend.container.Surroundings;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.sandbox.attack.SelfTest;
import asyfleet.backend.warm.WarmStart;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The command {@code doctor-sandbox}: shows each attack on the cells that tasks get and whether it was contained. */
public final class SandboxDoctor {

    private SandboxDoctor() {}

    /** Returns the exit code: 0 if everything was contained. */
    public static int examine(ExecutionSettings settings, PrintStream out) {
        if (settings.sandbox().mode() == SandboxMode.NONE) {
            out.println("no sandbox: --sandbox=none");
            return 1;
        }
        try (StateDirectory state = StateDirectory.create(settings.sandbox().stateBase());
                WarmStart warm = ExecutionPlatform.warmStart(settings, state)) {
            int code = show(SandboxProof.attack(warm, state), out);
            Surroundings around = Surroundings.here();
            out.printf("this backend runs %s%n", around.describe());
            around.container().ifPresent(kind -> out.println("profile of the container: " + around.profile()));
            out.println("the memory of tasks is " + warm.sandbox().memoryBound());
            return code;
        } catch (IOException e) {
            out.println("no sandbox: " + e.getMessage());
            return 1;
        }
    }

    private static int show(Map<String, List<SelfTest.Outcome>> all, PrintStream out) {
        all.forEach((cells, outcomes) -> {
            out.println(cells + ":");
            outcomes.forEach(out::println);
        });
        List<SelfTest.Outcome> outcomes =
                all.values().stream().flatMap(List::stream).toList();
        long contained = outcomes.stream().filter(SelfTest.Outcome::contained).count();
        out.printf("%d attacks, %d contained%n", outcomes.size(), contained);
        return contained == outcomes.size() ? 0 : 1;
    }
}
