package asyfleet.redis.connection;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.StartFailure;
import asyfleet.config.ValueType;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings that name the Redis of the fleet, and the connection to it. */
public final class FleetRedis {

    private static final Logger LOG = LoggerFactory.getLogger(FleetRedis.class);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Between two URIs; the addresses of Sentinels have commas between them, too. */
    private static final Pattern BETWEEN_URIS = Pattern.compile(",\\s*(?=[a-z+-]+://)");

    /** The setting of every service. */
    public static final Setting<Secret> URL = Setting.of(
                    "--redis",
                    "REDIS_URL",
                    uri(),
                    "Redis of the fleet: redis://, rediss:// or redis-sentinel://host:port,host:port#master")
            .byDefault("redis://127.0.0.1:6379");

    /** The same setting where several may be named. */
    public static final Setting<List<Secret>> URLS = Setting.of(
                    "--redis",
                    "REDIS_URL",
                    uris(),
                    "Redis of the fleet: redis://, rediss:// or redis-sentinel://host:port,host:port#master; several with"
                            + " commas between them are shards")
            .byDefault("redis://127.0.0.1:6379");

    /** The setting of every service that needs Redis. */
    public static final Setting<Duration> PATIENCE = Setting.of(
                    "--redis-patience",
                    "ASYFLEET_REDIS_PATIENCE",
                    ValueType.durationOrZero(),
                    "How long to wait at the start for a Redis that is away; 0 fails at once")
            .byDefault("30s");

    private FleetRedis() {}

    /** Its URI, a secret because it may hold a password. */
    public static ValueType<Secret> uri() {
        return new ValueType<>("uri", true, FleetRedis::parse);
    }

    private static ValueType<List<Secret>> uris() {
        return new ValueType<>("uri,...", true, text -> {
            List<Secret> uris =
                    BETWEEN_URIS.splitAsStream(text).map(FleetRedis::parse).toList();
            long different = uris.stream()
                    .map(uri -> Redis.nameOf(uri.value()))
                    .distinct()
                    .count();
            if (different < uris.size()) {
                throw new IllegalArgumentException("expected every Redis once");
            }
            return uris;
        });
    }

    private static Secret parse(String text) {
        if (BETWEEN_URIS.matcher(text).find()) {
            throw new IllegalArgumentException("expected one Redis; only queue servers take several");
        }
        try {
            Redis.checkUri(text);
            return new Secret(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "expected redis://HOST:PORT, rediss://HOST:PORT or redis-sentinel://HOST:PORT,HOST:PORT#MASTER", e);
        }
    }

    public static RedisAccess read(SettingValues values) {
        return new RedisAccess(values.get(URL), values.get(PATIENCE));
    }

    /** One for each Redis that {@link #URLS} names, in that order. */
    public static List<RedisAccess> readAll(SettingValues values) {
        return values.get(URLS).stream()
                .map(uri -> new RedisAccess(uri, values.get(PATIENCE)))
                .toList();
    }

    /**
     * Connects; blocks meanwhile, and for as long as it has patience with a Redis that is away. A Redis that is there and
     * refuses, for example because of the password, will refuse again: that ends the wait at once.
     *
     * @param registry for the metrics of the connection
     * @throws StartFailure if it cannot
     */
    public static Redis connect(RedisAccess access, PrometheusRegistry registry) {
        return connect(access, new RedisMetrics(registry));
    }

    /** The same for one of several connections that are measured together. */
    public static Redis connect(RedisAccess access, RedisMetrics metrics) {
        long began = System.nanoTime();
        while (true) {
            try {
                return Redis.connect(RedisSettings.of(access.uri().value()), metrics);
            } catch (RedisUnavailableException e) {
                Duration left = access.patience().minusNanos(System.nanoTime() - began);
                if (!e.mayPass() || left.isNegative() || left.isZero()) {
                    throw new StartFailure(e.getMessage() + "; start it, or name another with --redis", e);
                }
                LOG.warn("waiting for Redis seconds_left={} reason=\"{}\"", left.toSeconds(), e.getMessage());
                pause(left.compareTo(PAUSE) < 0 ? left : PAUSE);
            }
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while waiting for Redis", e);
        }
    }
}
