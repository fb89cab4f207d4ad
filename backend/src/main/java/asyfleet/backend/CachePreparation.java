package asyfleet.backend;

import asyfleet.backend.sandbox.BareSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.warm.WarmStart;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The command {@code prepare-cache}: makes ahead what a backend keeps for its warm start. It is for the build of an image,
 * where cells cannot be opened. Nothing of a task runs, so none is needed.
 */
final class CachePreparation {

    private CachePreparation() {}

    /** Returns the exit code: 0 if all was made. */
    static int run(ExecutionSettings settings, PrintStream out) {
        Path cache = settings.warm().cache();
        try (StateDirectory state = StateDirectory.create(settings.sandbox().stateBase());
                Sandbox plain = new BareSandbox(state, settings.sandbox().limits(), SandboxExtras.NONE)) {
            WarmStart.prepare(cache, plain);
            out.println("prepared " + cache);
            return 0;
        } catch (IOException e) {
            out.println("cannot prepare " + cache + ": " + e.getMessage());
            return 1;
        }
    }
}
