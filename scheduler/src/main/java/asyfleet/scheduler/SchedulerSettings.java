package asyfleet.scheduler;

import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.net.NetServerOptions;
import asyfleet.net.NetServerSettings;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.RedisAccess;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.loop.LoopSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a scheduler.
 *
 * @param server where {@code /healthz}, {@code /readyz} and {@code /metrics} are served
 * @param loop all that bears on decisions
 */
public record SchedulerSettings(RedisAccess redis, NetServerSettings server, LoopSettings loop) {

    private static final NetServerOptions SERVER = new NetServerOptions(8082);

    static final Setting<Levels> LEVELS = Setting.of(
                    "--levels",
                    "ASYFLEET_LEVELS",
                    ValueType.of("series", Levels::parse),
                    "Durations, fastest first, and how many tasks may run that long or longer: a number or a share of"
                            + " the live backends")
            .byDefault(Levels.DEFAULT.toString());

    static final Setting<Duration> QUEUE_TIMEOUT = Setting.of(
                    "--queue-timeout",
                    "QUEUE_TIMEOUT",
                    ValueType.duration(),
                    "How long a task may wait in the queue before it is denied")
            .byDefault("60000");

    static final Setting<Optional<Integer>> MAX_CONCURRENT = Setting.of(
                    "--max-concurrent-sessions",
                    "MAX_CONCURRENT_SESSIONS",
                    ValueType.positiveInt(),
                    "How many tasks may run at a time however many backends live")
            .optional();

    static final Setting<Duration> PRIORITY_STEP = Setting.of(
                    "--priority-step",
                    "ASYFLEET_PRIORITY_STEP",
                    ValueType.durationOrZero(),
                    "Head start of one priority over the next, and how far turns can put back the tasks of one caller; 0 makes"
                            + " all equal and takes no turns")
            .byDefault("60s");

    static final Setting<Duration> LEASE = Setting.of(
                    "--lease",
                    "ASYFLEET_LEASE",
                    ValueType.duration(),
                    "How long the lease of the leading scheduler lives unless renewed; a standby takes over after it")
            .byDefault("2s");

    static final Setting<Duration> SWEEP = Setting.of(
                    "--sweep",
                    "ASYFLEET_SWEEP",
                    ValueType.duration(),
                    "How often to look for backends, tasks and queue servers that died without a word")
            .byDefault("1s");

    static final Setting<Duration> UNCLAIMED = Setting.of(
                    "--unclaimed",
                    "ASYFLEET_UNCLAIMED",
                    ValueType.duration(),
                    "How long a dispatched task may stay unread or unclaimed before it goes back to the queue")
            .byDefault("5s");

    /** The list that flags, variables, help and documentation come from. */
    public static final SettingsSpec SPEC = SERVER.addRules(SettingsSpec.of(
                    "scheduler", "Decides which task runs when; of several, one leads and the others stand by", all())
            .withExamples("--redis redis://10.0.0.5", "--levels 3s=8,10s=4,30s=2"));

    private static List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>(List.of(
                FleetRedis.URL,
                FleetRedis.PATIENCE,
                LEVELS,
                QUEUE_TIMEOUT,
                MAX_CONCURRENT,
                PRIORITY_STEP,
                LEASE,
                SWEEP,
                UNCLAIMED));
        all.addAll(SERVER.settings());
        return all;
    }

    public static SchedulerSettings of(SettingValues values) {
        // How many may wait is checked where tasks come in, by the queue servers.
        SchedulingRules rules = new SchedulingRules(values.get(LEVELS), Integer.MAX_VALUE, values.get(QUEUE_TIMEOUT));
        LoopSettings loop = new LoopSettings(
                rules,
                values.get(PRIORITY_STEP),
                values.get(MAX_CONCURRENT).orElse(Integer.MAX_VALUE),
                values.get(LEASE),
                new LoopSettings.Sweeping(values.get(SWEEP), values.get(UNCLAIMED)));
        return new SchedulerSettings(FleetRedis.read(values), SERVER.read(values), loop);
    }
}
