package asyfleet.standalone;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.redis.connection.FleetRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of {@code asyfleet up}. Everything else that a service lets an operator set is taken from the service's
 * own environment variables.
 *
 * @param bind address that clients may connect to
 * @param redis URI of the Redis to use; empty: start one
 * @param redisPatience how long to wait for that Redis
 * @param dataDirectory where the Redis that is started keeps its data; empty: in the usual place
 * @param environment the variables that the services read their other settings from
 */
record StandaloneSettings(
        int port,
        String bind,
        int slots,
        Optional<String> redis,
        Duration redisPatience,
        Optional<Path> dataDirectory,
        Map<String, String> environment) {

    private static final Setting<Integer> PORT = Setting.of(
                    "--port", "PORT", ValueType.port(), "TCP port that clients connect to; 0 takes a free one")
            .byDefault("8080");

    private static final Setting<String> BIND = Setting.of(
                    "--bind",
                    "BIND_ADDRESS",
                    ValueType.host(),
                    "Address to listen on; 0.0.0.0 or :: lets other machines connect")
            .byDefault("127.0.0.1");

    private static final Setting<Integer> SLOTS = Setting.of(
                    "--slots", "ASYFLEET_SLOTS", ValueType.intBetween(1, 1000), "Figures rendered at a time")
            .byDefault("2");

    private static final Setting<Optional<Secret>> REDIS = Setting.of(
                    "--redis",
                    "REDIS_URL",
                    FleetRedis.uri(),
                    "A Redis to use: redis://, rediss:// or redis-sentinel://; without it one is started")
            .optional();

    private static final Setting<Optional<Path>> DATA = Setting.of(
                    "--data-directory",
                    "ASYFLEET_DATA_DIRECTORY",
                    ValueType.path(),
                    "Where the Redis that is started keeps its data, if not in /var/lib/asyfleet (root) or"
                            + " ~/.local/state/asyfleet; with port 0 it is removed at the end unless this is given")
            .optional();

    /** The list that help, docs and checks derive from. */
    static final SettingsSpec SPEC = SettingsSpec.of(
                    "up",
                    "All services, and a Redis, on this machine",
                    List.of(PORT, BIND, SLOTS, REDIS, FleetRedis.PATIENCE, DATA))
            .withExamples("", "--port 8081 --slots 4", "--redis redis://10.0.0.5 --bind 10.0.0.7");

    static StandaloneSettings read(SettingValues values, Map<String, String> environment) {
        return new StandaloneSettings(
                values.get(PORT),
                values.get(BIND),
                values.get(SLOTS),
                values.get(REDIS).map(Secret::value),
                values.get(FleetRedis.PATIENCE),
                values.get(DATA),
                environment);
    }

    /** The environment of the service that clients connect to. Alone, it has nobody to leave clients to. */
    Map<String, String> queueServer(String redisUri) {
        return with(Map.of(
                "REDIS_URL",
                redisUri,
                "PORT",
                Integer.toString(port),
                "BIND_ADDRESS",
                bind,
                "ASYFLEET_LAME_DUCK",
                "0"));
    }

    /** The environment of the services that only this process talks to: any free port on loopback, without TLS. */
    Map<String, String> insideServices(String redisUri) {
        return with(Map.of(
                "REDIS_URL", redisUri,
                "PORT", "0",
                "BIND_ADDRESS", "127.0.0.1",
                "ASYFLEET_SLOTS", Integer.toString(slots),
                "ASYFLEET_ADVERTISE_HOST", "",
                "ASYFLEET_ADVERTISE_PORT", "",
                "ASYFLEET_TLS_CERT", "",
                "ASYFLEET_TLS_KEY", ""));
    }

    private Map<String, String> with(Map<String, String> changes) {
        Map<String, String> changed = new HashMap<>(environment);
        changed.put(FleetRedis.PATIENCE.variable(), redisPatience.toMillis() + "ms");
        changed.put("ASYFLEET_CONFIG", ""); // the file of up is none of theirs
        changed.putAll(changes);
        return changed;
    }
}
