package asyfleet.lab.bench.render;

import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.OpenParts;
import java.io.IOException;

/** The two ways of a backend to start programs, side by side, each with a sandbox of its own. */
final class ColdAndWarm {

    private ColdAndWarm() {}

    /** A benchmark that compares them; answers with an exit code. */
    interface Comparison {
        int run(WarmStart cold, WarmStart warm) throws Exception;
    }

    static int run(Comparison comparison) throws Exception {
        try (OpenParts parts = new OpenParts()) {
            WarmStart cold = parts.opened(WarmStart.off(extras -> sandbox(extras, parts)));
            WarmStart warm = parts.opened(WarmStart.create(WarmStart.defaultCache(), extras -> sandbox(extras, parts)));
            return comparison.run(cold, warm);
        }
    }

    private static Sandbox sandbox(SandboxExtras extras, OpenParts parts) throws IOException {
        StateDirectory state = parts.opened(StateDirectory.create(StateDirectory.defaultBase()));
        return BwrapSandbox.create(state, SandboxLimits.DEFAULT, extras);
    }
}
