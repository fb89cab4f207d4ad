package asyfleet.backend;

import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import java.nio.file.Path;

/**
 * The settings of the sandbox.
 *
 * @param stateBase where the process keeps what must be files
 * @param selfTest whether the sandbox is attacked before the first task; off only in tests that start many backends
 */
public record SandboxSettings(SandboxMode mode, SandboxLimits limits, Path stateBase, boolean selfTest) {

    public static final SandboxSettings DEFAULT =
            new SandboxSettings(SandboxMode.BWRAP, SandboxLimits.DEFAULT, StateDirectory.defaultBase(), true);

    public SandboxSettings withoutSelfTest() {
        return new SandboxSettings(mode, limits, stateBase, false);
    }
}
