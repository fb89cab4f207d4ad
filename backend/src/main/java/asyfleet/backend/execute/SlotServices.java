package asyfleet.backend.execute;

import asyfleet.backend.sandbox.SandboxLimits;
import java.util.concurrent.Executor;

/**
 * What an execution has from its slot.
 *
 * @param thread owns the slot and all that is in it
 * @param pool for what blocks on pipes; shared by all slots
 */
record SlotServices(
        OwnerThread thread, Executor pool, Launcher launcher, ExecutionLimits limits, SandboxLimits cellLimits) {}
