package asyfleet.lab.bench.fleet;

import asyfleet.backend.BackendMain;
import asyfleet.config.OpenParts;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.queueserver.QueueServerMain;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import asyfleet.scheduler.SchedulerMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A fleet of separate processes on this machine, with a Redis of its own: what is measured is what would run. Used by one
 * thread.
 */
public final class LocalFleet implements AutoCloseable {

    private static final Pattern REDIS_READY = Pattern.compile("Ready to accept connections");

    /** For a queue server all of whose tasks come from one caller, the benchmark. */
    public static final Map<String, String> FOR_ONE_CALLER =
            Map.of("MAX_QUEUE_SIZE", "200000", "ASYFLEET_CALLER_SHARE", "100%");

    private final int redisPort;
    private final String redisUri;
    private final OpenParts parts;
    private final String[] jvm;
    private final Redis redis;

    private LocalFleet(OpenParts parts, String... jvm) {
        this.parts = parts;
        this.jvm = jvm;
        this.redisPort = freePort();
        this.redisUri = "redis://127.0.0.1:" + redisPort;
        ChildCommand server = ChildCommand.of(
                "redis-server",
                "--port",
                String.valueOf(redisPort),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no");
        parts.opened(server.start()).await(REDIS_READY);
        this.redis = parts.opened(Redis.connect(RedisSettings.of(redisUri)));
    }

    /**
     * Nothing but a Redis yet.
     *
     * @param jvm options of the services, beside those of the launcher
     */
    public static LocalFleet create(String... jvm) {
        return OpenParts.start(parts -> new LocalFleet(parts, jvm));
    }

    public ChildProcess queueServer(Map<String, String> environment) {
        return service(QueueServerMain.class, environment);
    }

    ChildProcess scheduler() {
        return scheduler(Map.of("QUEUE_TIMEOUT", "30m"));
    }

    public ChildProcess scheduler(Map<String, String> environment) {
        return service(SchedulerMain.class, environment);
    }

    ChildProcess backend(int slots) {
        return backend(Map.of("ASYFLEET_SLOTS", String.valueOf(slots)));
    }

    public ChildProcess backend(Map<String, String> environment) {
        return service(BackendMain.class, environment);
    }

    /** Slots that have done their tasks as soon as they get them. */
    public ChildProcess noOpBackend(int slots) {
        return service(NoOpBackendMain.class, Map.of("ASYFLEET_SLOTS", String.valueOf(slots)));
    }

    private ChildProcess service(Class<?> main, Map<String, String> environment) {
        // This program's own class path has all services.
        ChildCommand service = ChildCommand.java(main)
                .withJvm(jvm)
                .with(Map.of("REDIS_URL", redisUri, "PORT", "0", "BIND_ADDRESS", "127.0.0.1"))
                .with(environment);
        return parts.opened(service.start()).awaitReady();
    }

    public int redisPort() {
        return redisPort;
    }

    public String redisUri() {
        return redisUri;
    }

    Redis redis() {
        return redis;
    }

    /** In the reverse order of their start. */
    @Override
    public void close() {
        parts.close();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
