package asyfleet.backend;

import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of the sandbox.
 *
 * @param stateBase where the process keeps what must be files
 * @param selfTest when the sandbox is attacked; empty only in tests that start many backends
 */
public record SandboxSettings(SandboxMode mode, SandboxLimits limits, Path stateBase, Optional<SelfTestMode> selfTest) {

    public static final SandboxSettings DEFAULT = new SandboxSettings(
            SandboxMode.BWRAP, SandboxLimits.DEFAULT, StateDirectory.defaultBase(), Optional.of(SelfTestMode.FIRST));
}
