package asyfleet.backend;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.Patience;
import asyfleet.backend.serve.TaskServer;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.net.LameDuck;
import asyfleet.net.NetServerOptions;
import asyfleet.net.NetServerSettings;
import asyfleet.protocol.task.FileTypes;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.connection.FleetRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a backend.
 *
 * @param direct if there, clients come here themselves, and no Redis is asked
 * @param fleet what it joins otherwise
 * @param server where tasks, {@code /healthz}, {@code /readyz} and {@code /metrics} are served
 * @param lameDuck how long it serves on when it is told to end
 */
public record BackendSettings(
        Optional<Direct> direct,
        FleetSettings fleet,
        NetServerSettings server,
        Duration lameDuck,
        ExecutionSettings execution) {

    /**
     * The bounds of tasks whose clients come here themselves.
     *
     * @param timeLimit how long they may run
     * @param limits of their files and messages
     */
    public record Direct(Duration timeLimit, TaskLimits limits) {}

    private static final NetServerOptions SERVER = new NetServerOptions(8081);

    private static final ExecutionOptions EXECUTION = ExecutionOptions.ofAllTasks();

    private static final Setting<Boolean> DIRECT = Setting.of(
                    "--direct",
                    "ASYFLEET_DIRECT",
                    ValueType.bool(),
                    "Serve clients at / without Redis, one connection for each slot")
            .byDefault("false");

    private static final Setting<Duration> TIME_LIMIT = Setting.of(
                    "--time-limit",
                    "ASYFLEET_TIME_LIMIT",
                    ValueType.duration(),
                    "How long a task of --direct may run; in a fleet the scheduler decides")
            .byDefault("30s");

    private static final Setting<SlotCount> SLOTS = Setting.of(
                    "--slots",
                    "ASYFLEET_SLOTS",
                    SlotCount.type(),
                    "Tasks to run at a time: a number, cores for one on each processor, or auto to follow the load of the"
                            + " machine")
            .byDefault("cores");

    private static final Setting<Optional<String>> ADVERTISED_HOST = Setting.of(
                    "--advertise-host",
                    "ASYFLEET_ADVERTISE_HOST",
                    ValueType.host(),
                    "Host under which queue servers reach this backend, if not the address it listens on")
            .optional();

    private static final Setting<Optional<Integer>> ADVERTISED_PORT = Setting.of(
                    "--advertise-port",
                    "ASYFLEET_ADVERTISE_PORT",
                    ValueType.port(),
                    "Port under which queue servers reach this backend, if not the one it listens on")
            .optional();

    private static final Setting<Duration> LEASE = Setting.of(
                    "--lease",
                    "ASYFLEET_BACKEND_LEASE",
                    ValueType.duration(),
                    "How soon after its death the fleet does without a backend")
            .byDefault("3s");

    private static final Setting<Duration> CONNECT_LIMIT = Setting.of(
                    "--connect-limit",
                    "ASYFLEET_CONNECT_LIMIT",
                    ValueType.duration(),
                    "How long a claimed task runs on while no queue server has connected for it")
            .byDefault("10s");

    private static final Setting<Duration> TAKE_OVER_AFTER = Setting.of(
                    "--take-over-after",
                    "ASYFLEET_TAKE_OVER_AFTER",
                    ValueType.duration(),
                    "How long another backend may hold a task without claiming it before this one takes it over")
            .byDefault("2s");

    /** The list that help, documentation and checks derive from. */
    public static final SettingsSpec SPEC = spec();

    private static SettingsSpec spec() {
        List<Setting<?>> settings = new ArrayList<>(List.of(
                DIRECT,
                TIME_LIMIT,
                FileTypes.SETTING,
                FleetRedis.URL,
                FleetRedis.PATIENCE,
                SLOTS,
                ADVERTISED_HOST,
                ADVERTISED_PORT,
                LEASE,
                CONNECT_LIMIT,
                TAKE_OVER_AFTER));
        settings.addAll(EXECUTION.settings());
        settings.addAll(SERVER.settings());
        settings.add(LameDuck.SETTING);
        return SERVER.addRules(
                        SettingsSpec.of("backend", "Runs tasks in a sandbox, for the fleet or on its own", settings)
                                .withExamples(
                                        "--redis redis://10.0.0.5 --bind 10.0.0.8 --slots 4",
                                        "--config /etc/asyfleet/backend.conf"))
                .where(
                        EXECUTION.sandbox(),
                        SERVER.bind(),
                        SandboxMode::admits,
                        "expected a sandbox, or an address that only this machine reaches");
    }

    public static BackendSettings read(SettingValues values) {
        NetServerSettings server = SERVER.read(values);
        Patience patience = new Patience(
                values.get(LEASE),
                values.get(CONNECT_LIMIT),
                values.get(TAKE_OVER_AFTER),
                Patience.DEFAULT.read(),
                server.drainLimit());
        TaskServer.Advertised advertised =
                new TaskServer.Advertised(values.get(ADVERTISED_HOST), values.get(ADVERTISED_PORT));
        return new BackendSettings(
                values.get(DIRECT)
                        ? Optional.of(new Direct(values.get(TIME_LIMIT), FileTypes.limits(values)))
                        : Optional.empty(),
                new FleetSettings(FleetRedis.read(values), advertised, patience),
                server,
                LameDuck.orUsual(values.get(LameDuck.SETTING), server.listen()),
                EXECUTION.read(values, values.get(SLOTS)));
    }
}
