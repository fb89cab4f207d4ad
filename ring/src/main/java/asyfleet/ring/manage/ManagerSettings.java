package asyfleet.ring.manage;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.RedisAccess;
import asyfleet.ring.gateway.Gateway;
import asyfleet.ring.gateway.GatewaySettings;
import asyfleet.ring.link.RingOptions;
import asyfleet.ring.protocol.RingLimits;
import asyfleet.ring.session.RingServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a manager.
 *
 * @param ring where runners connect, and to which group
 * @param gateway set if the jobs are the fleet's tasks, not files
 */
public record ManagerSettings(
        Gateway.Ring ring, Directories directories, Policy policy, Optional<GatewaySettings> gateway) {

    /**
     * The directories of jobs and results.
     *
     * @param types extensions of jobs, with their dots
     */
    public record Directories(Path runs, Path outputs, Set<String> types) {}

    /**
     * The rules for handing out jobs.
     *
     * @param sorted by name, not in random order
     * @param ban whether runners whose jobs fail too often are put on hold, then out
     * @param tries how many runners one job may lose
     */
    public record Policy(boolean sorted, boolean ban, int tries, ManagerConsole.Mode progress) {}

    private static final Set<String> FIGURES = Set.of(".asy");
    private static final Set<String> FIGURES_AND_SCRIPTS = Set.of(".asy", ".sh", ".m");

    private static final RingOptions BOTH = new RingOptions();

    private static final Setting<Integer> PORT = Setting.of(
                    "--port", "ASYFLEET_RING_PORT", ValueType.port(), "TCP port for runners; 0 takes a free one")
            .byDefault("8090");

    private static final Setting<String> BIND = Setting.of(
                    "--bind",
                    "ASYFLEET_RING_BIND",
                    ValueType.host(),
                    "Address to listen on; the protocol has no protection, so open it to trusted networks only")
            .byDefault("127.0.0.1");

    private static final Setting<Path> RUNS = Setting.of(
                    "--runs", "ASYFLEET_RING_RUNS", ValueType.path(), "Directory of the jobs, also in those below it")
            .byDefault("runs");

    private static final Setting<Path> OUTPUTS = Setting.of(
                    "--outputs", "ASYFLEET_RING_OUTPUTS", ValueType.path(), "Directory that results are written to")
            .byDefault("outputs");

    private static final Setting<Boolean> SORT = Setting.of(
                    "--sort", "ASYFLEET_RING_SORT", ValueType.bool(), "Hand out jobs by name, not in random order")
            .byDefault("false");

    private static final Setting<Boolean> BAN = Setting.of(
                    "--ban",
                    "ASYFLEET_RING_BAN",
                    ValueType.bool(),
                    "Put runners whose jobs fail too often on hold, then out")
            .byDefault("false");

    private static final Setting<Duration> JOB_LIMIT = Setting.of(
                    "--job-limit",
                    "ASYFLEET_RING_JOB_LIMIT",
                    ValueType.durationOrZero(),
                    "How long a runner may keep a job before it counts as hanging and is dropped; 0 for ever")
            .byDefault("10m");

    private static final Setting<Integer> TRIES = Setting.of(
                    "--tries",
                    "ASYFLEET_RING_TRIES",
                    ValueType.positiveInt(),
                    "How many runners a job may lose before it counts as failed")
            .byDefault("5");

    private static final Setting<Integer> MOST_RUNNERS = Setting.of(
                    "--max-runners",
                    "ASYFLEET_RING_MAX_RUNNERS",
                    ValueType.intBetween(1, 1000),
                    "Runners connected at a time; more are closed at once")
            .byDefault("64");

    private static final Setting<Integer> MOST_BYTES = Setting.of(
                    "--max-bytes",
                    "ASYFLEET_RING_MAX_BYTES",
                    ValueType.of("bytes", text -> megabytes(text)),
                    "Largest job and largest output of one")
            .byDefault("64m");

    private static final Setting<ManagerConsole.Mode> PROGRESS = Setting.of(
                    "--progress",
                    "ASYFLEET_RING_PROGRESS",
                    ValueType.oneOf(ManagerConsole.Mode.class),
                    "How progress is shown: auto is a bar on a terminal, and lines elsewhere")
            .byDefault("auto");

    private static final Setting<Optional<Secret>> REDIS = Setting.of(
                    "--redis",
                    "ASYFLEET_RING_REDIS",
                    FleetRedis.uri(),
                    "Be a gateway: hand out the tasks of the fleet with this Redis, not files")
            .optional();

    private static final Setting<Integer> TASKS_PORT = Setting.of(
                    "--tasks-port",
                    "ASYFLEET_RING_TASKS_PORT",
                    ValueType.port(),
                    "As a gateway: TCP port where queue servers fetch tasks; 0 takes a free one")
            .byDefault("8091");

    private static final Setting<String> TASKS_BIND = Setting.of(
                    "--tasks-bind",
                    "ASYFLEET_RING_TASKS_BIND",
                    ValueType.host(),
                    "As a gateway: address where queue servers fetch tasks")
            .byDefault("127.0.0.1");

    private static final Setting<Optional<String>> ADVERTISED_HOST = Setting.of(
                    "--advertise-host",
                    "ASYFLEET_ADVERTISE_HOST",
                    ValueType.host(),
                    "As a gateway: host under which queue servers reach it, if not that address")
            .optional();

    /** The list that help, documentation and checks derive from. */
    public static final SettingsSpec SPEC = SettingsSpec.of(
                    "ring manager",
                    "Hands a directory of jobs to runners (protocol 1.3) and keeps what comes back",
                    settings())
            .withExamples(
                    "--runs runs --outputs outputs", "--runs runs --outputs outputs --bind 10.0.0.7 --allow-scripts");

    private static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(PORT, BIND, RUNS, OUTPUTS));
        settings.addAll(BOTH.settings());
        settings.addAll(List.of(
                SORT,
                BAN,
                JOB_LIMIT,
                TRIES,
                MOST_RUNNERS,
                MOST_BYTES,
                PROGRESS,
                REDIS,
                FleetRedis.PATIENCE,
                TASKS_PORT,
                TASKS_BIND,
                ADVERTISED_HOST));
        return settings;
    }

    public static ManagerSettings read(SettingValues values) {
        RingLimits usual = RingLimits.DEFAULT;
        RingLimits sizes = new RingLimits(usual.maxLineBytes(), usual.maxNameChars(), values.get(MOST_BYTES));
        RingServer.Options server = new RingServer.Options(
                values.get(BIND),
                values.get(PORT),
                values.get(MOST_RUNNERS),
                BOTH.limits(values, sizes),
                BOTH.secret(values));
        return new ManagerSettings(
                new Gateway.Ring(server, BOTH.group(values), values.get(JOB_LIMIT)),
                new Directories(
                        values.get(RUNS), values.get(OUTPUTS), BOTH.scripts(values) ? FIGURES_AND_SCRIPTS : FIGURES),
                new Policy(values.get(SORT), values.get(BAN), values.get(TRIES), values.get(PROGRESS)),
                values.get(REDIS)
                        .map(url -> new GatewaySettings(
                                new RedisAccess(url, values.get(FleetRedis.PATIENCE)),
                                values.get(TASKS_BIND),
                                values.get(TASKS_PORT),
                                values.get(ADVERTISED_HOST))));
    }

    private static int megabytes(String text) {
        long bytes = ValueType.bytes().parse().apply(text);
        if (bytes < 1 || bytes > 1 << 30) {
            throw new IllegalArgumentException("expected a size from 1 byte to 1g");
        }
        return (int) bytes;
    }
}
