package asyfleet.backend.execute;

import asyfleet.backend.explain.Explainer;
import asyfleet.backend.sandbox.SandboxLimits;
import java.util.concurrent.Executor;

/**
 * The threads, launcher and limits that a slot lends to its task.
 *
 * @param thread owns the slot and all that is in it
 * @param pool for what blocks on pipes and on files of tasks; shared by all slots
 */
record SlotServices(
        OwnerThread thread,
        Executor pool,
        Launcher launcher,
        ExecutionLimits limits,
        SandboxLimits cellLimits,
        GiveUp giveUp,
        Explainer explainer) {}
