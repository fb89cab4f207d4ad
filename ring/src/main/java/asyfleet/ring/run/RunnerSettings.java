package asyfleet.ring.run;

import asyfleet.backend.ExecutionOptions;
import asyfleet.backend.ExecutionSettings;
import asyfleet.backend.capacity.SlotCount;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.ring.link.RingOptions;
import asyfleet.ring.protocol.RingLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a runner.
 *
 * @param separate whether each worker has a connection of its own
 * @param leastMemory bytes that must be left for a new job; 0 for any
 */
public record RunnerSettings(
        int workers,
        RunnerConnection.Destination destination,
        boolean separate,
        long leastMemory,
        JobExecution execution) {

    /**
     * The settings of the execution of jobs.
     *
     * @param settings the same as a backend's
     */
    public record JobExecution(JobRules rules, ExecutionSettings settings) {}

    private static final RingOptions BOTH = new RingOptions();
    private static final ExecutionOptions EXECUTION = ExecutionOptions.withoutShells();

    static final Setting<Integer> WORKERS = Setting.of(
                    "--workers",
                    "ASYFLEET_RING_WORKERS",
                    ValueType.intBetween(1, 256),
                    "Jobs to run at a time; the number may stand alone")
            .byDefault("1");

    private static final Setting<InetSocketAddress> CONNECT = Setting.of(
            "--connect",
            "ASYFLEET_RING_CONNECT",
            ValueType.of("host:port", RunnerSettings::address),
            "Where the manager listens");

    private static final Setting<Optional<String>> NAME = Setting.of(
                    "--name",
                    "ASYFLEET_RING_NAME",
                    RingOptions.name(),
                    "Under what name to join, if not the host's; best one for each runner of a machine")
            .optional();

    private static final Setting<Long> MIN_MEMORY = Setting.of(
                    "--min-memory",
                    "ASYFLEET_RING_MIN_MEMORY",
                    ValueType.bytes(),
                    "Ask for no job while the machine has less memory left than this")
            .byDefault("0");

    private static final Setting<Duration> TIME_LIMIT = Setting.of(
                    "--time-limit", "ASYFLEET_RING_TIME_LIMIT", ValueType.duration(), "How long a job may run")
            .byDefault("30s");

    private static final Setting<Format> FORMAT = Setting.of(
                    "--format", "ASYFLEET_RING_FORMAT", ValueType.oneOf(Format.class), "Format of images")
            .byDefault("svg");

    private static final Setting<Boolean> PLAIN = Setting.of(
                    "--plain",
                    "ASYFLEET_RING_PLAIN",
                    ValueType.bool(),
                    "Send only what the program wrote, without images and verdict, also to a manager of ours")
            .byDefault("false");

    private static final Setting<Boolean> STAY = Setting.of(
                    "--stay",
                    "ASYFLEET_RING_STAY",
                    ValueType.bool(),
                    "Come back when the manager has no more jobs, and wait for the next")
            .byDefault("false");

    private static final Setting<Boolean> SEPARATE = Setting.of(
                    "--separate",
                    "ASYFLEET_RING_SEPARATE",
                    ValueType.bool(),
                    "A connection for each worker, which a gateway serves without delay")
            .byDefault("false");

    private static final Duration DELIVERY = Duration.ofSeconds(10);

    /** The list that help, documentation and checks derive from. */
    public static final SettingsSpec SPEC = spec();

    private static SettingsSpec spec() {
        List<Setting<?>> settings = new ArrayList<>(List.of(WORKERS, CONNECT, NAME));
        settings.addAll(BOTH.settings());
        settings.addAll(List.of(MIN_MEMORY, TIME_LIMIT, FORMAT, PLAIN, STAY, SEPARATE));
        settings.addAll(EXECUTION.settings());
        return SettingsSpec.of(
                        "ring runner", "Asks a manager (protocol 1.3) for jobs and runs them in the sandbox", settings)
                .withArgument(WORKERS)
                .withExamples("4 --connect 127.0.0.1:8090", "8 --connect 10.0.0.7:8090 --allow-scripts")
                .where(
                        EXECUTION.sandbox(),
                        CONNECT,
                        (sandbox, manager) -> sandbox.admits(manager.getHostString()),
                        "expected a sandbox, or a manager on this machine");
    }

    public static RunnerSettings read(SettingValues values) {
        RunnerConnection.Destination destination = new RunnerConnection.Destination(
                values.get(CONNECT),
                new RunnerConnection.Identity(
                        understood(values.get(NAME).orElseGet(RunnerSettings::hostName)),
                        BOTH.group(values),
                        values.get(PLAIN)),
                BOTH.limits(values, RingLimits.DEFAULT),
                BOTH.secret(values),
                values.get(STAY));
        TaskOptions usual = TaskOptions.DEFAULT;
        TaskOptions options = new TaskOptions(false, null, values.get(FORMAT), usual.stderr(), usual.verbosity());
        JobRules rules = new JobRules(options, values.get(TIME_LIMIT), BOTH.scripts(values), values.get(PLAIN));
        int workers = values.get(WORKERS);
        return new RunnerSettings(
                workers,
                destination,
                values.get(SEPARATE),
                values.get(MIN_MEMORY),
                new JobExecution(rules, EXECUTION.read(values, SlotCount.of(workers))));
    }

    /** How long jobs may go on when the runner is told to stop: as any job may, and until its result is brought back. */
    public Duration drainLimit() {
        return execution.rules().timeLimit().plus(DELIVERY);
    }

    /** The name in signs that every manager takes: the original one keeps silent on a dot, as full host names have. */
    static String understood(String name) {
        return name.replaceAll("[^-_a-zA-Z0-9]", "-");
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "runner";
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("expected HOST:PORT");
        }
        // An address of IPv6 stands in brackets, as in a URL.
        String host = text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        ValueType.host().parse().apply(host);
        return InetSocketAddress.createUnresolved(host, ValueType.port().parse().apply(text.substring(colon + 1)));
    }
}
