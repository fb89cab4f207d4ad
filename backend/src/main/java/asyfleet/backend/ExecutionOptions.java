package asyfleet.backend;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.ValueType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The declared settings of the execution of tasks, for the list of a service that runs tasks. */
public final class ExecutionOptions {

    private final Setting<SandboxMode> sandbox = Setting.of(
                    "--sandbox",
                    "ASYFLEET_SANDBOX",
                    ValueType.oneOf(SandboxMode.class),
                    "How tasks are confined; none means that whoever sends a task owns this account")
            .byDefault("bwrap");

    private final Setting<Long> memoryLimit = Setting.of(
                    "--memory-limit", "ASYFLEET_MEMORY_LIMIT", ValueType.bytes(), "Memory of all processes of a task")
            .byDefault("1g");

    private final Setting<Long> diskLimit = Setting.of(
                    "--disk-limit",
                    "ASYFLEET_DISK_LIMIT",
                    ValueType.bytes(),
                    "What a task may keep in files; they are in memory and come on top of its memory limit")
            .byDefault("256m");

    private final Setting<Integer> processLimit = Setting.of(
                    "--process-limit",
                    "ASYFLEET_PROCESS_LIMIT",
                    ValueType.positiveInt(),
                    "Processes and threads of a task")
            .byDefault("64");

    private final Setting<Long> outputLimit = Setting.of(
                    "--output-limit", "ASYFLEET_OUTPUT_LIMIT", ValueType.bytes(), "What a task may write in all")
            .byDefault("1m");

    private final Setting<Long> resultLimit = Setting.of(
                    "--result-limit", "ASYFLEET_RESULT_LIMIT", ValueType.bytes(), "Images of a task together")
            .byDefault("32m");

    private final Setting<Duration> idleLimit = Setting.of(
                    "--shell-idle-limit",
                    "ASYFLEET_SHELL_IDLE_LIMIT",
                    ValueType.duration(),
                    "How long an interactive task may go without input")
            .byDefault("10m");

    private final Setting<Optional<Path>> stateDirectory = Setting.of(
                    "--state-dir",
                    "ASYFLEET_STATE_DIR",
                    ValueType.path(),
                    "Private directory for files of the process; asyfleet-USER in the temporary directory unless set")
            .optional();

    private final Setting<SelfTestMode> selfTest = Setting.of(
                    "--self-test",
                    "ASYFLEET_SELF_TEST",
                    ValueType.oneOf(SelfTestMode.class),
                    "When the sandbox is attacked: before the first task, or, if the same sandbox held since the machine was"
                            + " started, while the first tasks run")
            .byDefault("remembered");

    private final Setting<Boolean> warmStart = Setting.of(
                    "--warm-start",
                    "ASYFLEET_WARM_START",
                    ValueType.bool(),
                    "Keep the programs of tasks waiting, so that tasks need not start them")
            .byDefault("true");

    private final Setting<Optional<Path>> cacheDirectory = Setting.of(
                    "--cache-directory",
                    "ASYFLEET_CACHE_DIRECTORY",
                    ValueType.path(),
                    "Where what the warm start prepares is kept, if not in /var/cache/asyfleet (root) or ~/.cache/asyfleet;"
                            + " not below /tmp, which tasks do not see")
            .optional();

    private final Setting<Optional<Path>> modules = Setting.of(
                    "--modules",
                    "ASYFLEET_MODULES",
                    ValueType.path(),
                    "Directory of further Asymptote modules that every task may import; not below /tmp; restart after a change")
            .optional();

    private final boolean shells;

    private ExecutionOptions(boolean shells) {
        this.shells = shells;
    }

    public static ExecutionOptions ofAllTasks() {
        return new ExecutionOptions(true);
    }

    /** For who runs no interactive tasks. */
    public static ExecutionOptions withoutShells() {
        return new ExecutionOptions(false);
    }

    public List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(
                modules,
                warmStart,
                cacheDirectory,
                sandbox,
                selfTest,
                memoryLimit,
                diskLimit,
                processLimit,
                outputLimit,
                resultLimit));
        if (shells) {
            settings.add(idleLimit);
        }
        settings.add(stateDirectory);
        return settings;
    }

    public Setting<SandboxMode> sandbox() {
        return sandbox;
    }

    public ExecutionSettings read(SettingValues values, SlotCount slots) {
        Duration idle = shells ? values.get(idleLimit) : ExecutionLimits.DEFAULT.idle();
        ExecutionLimits limits = new ExecutionLimits(values.get(outputLimit), values.get(resultLimit), idle);
        SandboxLimits cell = new SandboxLimits(
                values.get(memoryLimit),
                values.get(diskLimit),
                SandboxLimits.DEFAULT.files(),
                values.get(processLimit),
                SandboxLimits.DEFAULT.openFiles(),
                SandboxLimits.DEFAULT.cpuTime());
        Path state = values.get(stateDirectory).orElseGet(StateDirectory::defaultBase);
        WarmSettings warm = new WarmSettings(
                values.get(warmStart), values.get(cacheDirectory).orElseGet(WarmStart::defaultCache));
        return new ExecutionSettings(
                slots,
                limits,
                new SandboxSettings(values.get(sandbox), cell, state, Optional.of(values.get(selfTest))),
                warm,
                new ExtraModules(values.get(modules)));
    }
}
