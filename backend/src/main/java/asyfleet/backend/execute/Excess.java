package asyfleet.backend.execute;

import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.Usage;
import java.util.Optional;

/** The comparison of what a task uses with what it may use. */
final class Excess {

    private Excess() {}

    /** Why the task has to end, if it has to. */
    static Optional<Ending> of(Usage usage, SandboxLimits limits) {
        if (usage.residentBytes() > limits.memoryBytes()) {
            return Optional.of(Ending.memoryLimit(limits.memoryBytes(), usage.residentBytes(), Stages.of(usage)));
        }
        if (usage.threads() > limits.processes()) {
            return Optional.of(Ending.processLimit(limits.processes(), usage.threads(), Stages.of(usage)));
        }
        return Optional.empty();
    }
}
