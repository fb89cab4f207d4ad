package asyfleet.backend;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.execute.ExecutionLimits;

/** The settings of the execution of tasks. */
public record ExecutionSettings(
        SlotCount slots, ExecutionLimits limits, SandboxSettings sandbox, WarmSettings warm, ExtraModules modules) {}
