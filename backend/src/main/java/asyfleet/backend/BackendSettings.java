package asyfleet.backend;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.Patience;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.net.NetServerOptions;
import asyfleet.net.NetServerSettings;
import asyfleet.redis.Redis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an operator may set on a backend.
 *
 * @param redisUrl where Redis is; a secret because it may hold a password
 * @param server where tasks, {@code /healthz}, {@code /readyz} and {@code /metrics} are served
 * @param advertised where queue servers reach that, if not where it listens
 */
public record BackendSettings(
        Secret redisUrl, NetServerSettings server, Advertised advertised, Work work, Patience patience) {

    /**
     * How tasks are run.
     *
     * @param warm whether programs wait for tasks
     * @param cache where what that takes is kept from one start to the next
     */
    public record Work(SlotCount slots, boolean warm, Path cache) {}

    /** Empty: as it listens. */
    public record Advertised(Optional<String> host, Optional<Integer> port) {}

    private static final NetServerOptions SERVER = new NetServerOptions(8081);

    private static final Setting<Secret> REDIS_URL = Setting.of(
                    "--redis-url",
                    "REDIS_URL",
                    new ValueType<>("uri", true, BackendSettings::redisUrl),
                    "Redis of the fleet: redis://, rediss:// or redis-sentinel://host:port,host:port#master")
            .byDefault("redis://127.0.0.1:6379");

    private static final Setting<SlotCount> SLOTS = Setting.of(
                    "--slots",
                    "ASYFLEET_SLOTS",
                    SlotCount.type(),
                    "Tasks to run at a time: a number, cores for one on each processor, or auto to follow the load of the"
                            + " machine")
            .byDefault("cores");

    private static final Setting<Boolean> WARM_START = Setting.of(
                    "--warm-start",
                    "ASYFLEET_WARM_START",
                    ValueType.bool(),
                    "Keep the programs of tasks waiting, so that tasks need not start them")
            .byDefault("true");

    private static final Setting<Optional<Path>> CACHE_DIRECTORY = Setting.of(
                    "--cache-directory",
                    "ASYFLEET_CACHE_DIRECTORY",
                    ValueType.path(),
                    "Where what the warm start prepares is kept, if not in /var/cache/asyfleet (root) or"
                            + " ~/.cache/asyfleet; not below /tmp, which tasks do not see")
            .optional();

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
        List<Setting<?>> settings = new ArrayList<>(
                List.of(REDIS_URL, SLOTS, WARM_START, CACHE_DIRECTORY, ADVERTISED_HOST, ADVERTISED_PORT));
        settings.addAll(List.of(LEASE, CONNECT_LIMIT, TAKE_OVER_AFTER));
        settings.addAll(SERVER.settings());
        return SERVER.addRules(SettingsSpec.of("backend", "Runs tasks of the fleet in a sandbox", settings));
    }

    public static BackendSettings read(SettingValues values) {
        NetServerSettings server = SERVER.read(values);
        Patience patience = new Patience(
                values.get(LEASE),
                values.get(CONNECT_LIMIT),
                values.get(TAKE_OVER_AFTER),
                Patience.DEFAULT.read(),
                server.drainLimit());
        return new BackendSettings(
                values.get(REDIS_URL),
                server,
                new Advertised(values.get(ADVERTISED_HOST), values.get(ADVERTISED_PORT)),
                work(values),
                patience);
    }

    private static Work work(SettingValues values) {
        return new Work(
                values.get(SLOTS),
                values.get(WARM_START),
                values.get(CACHE_DIRECTORY).orElse(WarmStart.defaultCache()));
    }

    private static Secret redisUrl(String text) {
        try {
            Redis.checkUri(text);
            return new Secret(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("expected a URI such as redis://host:6379", e);
        }
    }
}
