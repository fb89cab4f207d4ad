package asyfleet.backend.ring.run;

import asyfleet.backend.ring.link.LinkLimits;
import asyfleet.backend.ring.link.SharedSecret;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.protocol.ring.ManagerMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.TaskOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the user of a runner may set.
 *
 * @param separate whether each worker has a connection of its own
 * @param leastMemory bytes that must be left for a new job; 0 for any
 */
public record RunnerSettings(
        int workers, Lane.Destination destination, boolean separate, long leastMemory, Execution execution) {

    /**
     * How jobs are run.
     *
     * @param warmCache where what a warm start takes is kept; empty to start everything anew for each job
     */
    public record Execution(JobRules rules, Optional<Path> warmCache) {}

    static final Setting<Integer> WORKERS = Setting.of(
                    "--workers",
                    "ASYFLEET_RING_WORKERS",
                    ValueType.intBetween(1, 256),
                    "Jobs to run at a time; may be given as the first argument")
            .byDefault("1");

    private static final Setting<InetSocketAddress> CONNECT = Setting.of(
            "--connect",
            "ASYFLEET_RING_CONNECT",
            ValueType.of("host:port", RunnerSettings::address),
            "Where the manager listens");

    private static final Setting<String> GROUP = Setting.of(
                    "--group",
                    "ASYFLEET_RING_GROUP",
                    ValueType.of("name", text -> new ManagerMessage.Group(text).name()),
                    "Name of the group; a manager of another is left alone")
            .byDefault("asyfleet");

    private static final Setting<String> NAME = Setting.of(
                    "--name",
                    "ASYFLEET_RING_NAME",
                    ValueType.of("name", text -> new ManagerMessage.Group(text).name()),
                    "Under what name to join; best one for each runner")
            .byDefault("runner");

    private static final Setting<Boolean> SCRIPTS = Setting.of(
                    "--allow-scripts",
                    "ASYFLEET_RING_ALLOW_SCRIPTS",
                    ValueType.bool(),
                    "Run .sh (sh) and .m (Octave) jobs, too, in the same sandbox")
            .byDefault("false");

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
                    "Send only what the program wrote, without images and verdict, to a manager of another program")
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

    private static final Setting<Optional<Secret>> SECRET = Setting.of(
                    "--secret",
                    "ASYFLEET_RING_SECRET",
                    ValueType.secretText(),
                    "Secret that the manager must know and ask for")
            .optional();

    private static final Setting<Duration> QUIET = Setting.of(
                    "--quiet",
                    "ASYFLEET_RING_QUIET",
                    ValueType.duration(),
                    "Pause after which a message whose end cannot be seen is complete; a job costs two of them")
            .byDefault("50ms");

    private static final Setting<Boolean> WARM_START = Setting.of(
                    "--warm-start",
                    "ASYFLEET_WARM_START",
                    ValueType.bool(),
                    "Keep the programs of jobs waiting, so that jobs need not start them")
            .byDefault("true");

    /** The list that help, documentation and checks derive from. */
    public static final SettingsSpec SPEC = SettingsSpec.of(
            "ring runner",
            "Asks a manager (protocol 1.3) for jobs and runs them in the sandbox",
            List.of(
                    WORKERS,
                    CONNECT,
                    GROUP,
                    NAME,
                    SCRIPTS,
                    MIN_MEMORY,
                    TIME_LIMIT,
                    FORMAT,
                    PLAIN,
                    STAY,
                    SEPARATE,
                    SECRET,
                    QUIET,
                    WARM_START));

    public static RunnerSettings read(SettingValues values) {
        Lane.Destination destination = new Lane.Destination(
                values.get(CONNECT),
                new Lane.Identity(values.get(NAME), values.get(GROUP)),
                LinkLimits.DEFAULT.withQuiet(values.get(QUIET)),
                values.get(SECRET).map(secret -> new SharedSecret(secret, LinkLimits.DEFAULT.silence())),
                values.get(STAY));
        TaskOptions usual = TaskOptions.DEFAULT;
        TaskOptions options = new TaskOptions(false, null, values.get(FORMAT), usual.stderr(), usual.verbosity());
        JobRules rules = new JobRules(options, values.get(TIME_LIMIT), values.get(SCRIPTS), values.get(PLAIN));
        Optional<Path> cache = values.get(WARM_START) ? Optional.of(WarmStart.defaultCache()) : Optional.empty();
        return new RunnerSettings(
                values.get(WORKERS),
                destination,
                values.get(SEPARATE),
                values.get(MIN_MEMORY),
                new Execution(rules, cache));
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
