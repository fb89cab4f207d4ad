package asyfleet.queueserver;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.config.ValueType;
import asyfleet.net.LameDuck;
import asyfleet.net.Listen;
import asyfleet.net.NetServerOptions;
import asyfleet.net.NetServerSettings;
import asyfleet.net.http.HostNames;
import asyfleet.net.http.Origins;
import asyfleet.protocol.task.FileTypes;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskRules;
import asyfleet.queueserver.access.AddressRange;
import asyfleet.queueserver.kroki.KrokiSettings;
import asyfleet.queueserver.limiter.Tokens;
import asyfleet.queueserver.session.SessionContext;
import asyfleet.queueserver.tasks.AsyncTasks;
import asyfleet.queueserver.tasks.WebhookHosts;
import asyfleet.queueserver.tasks.batch.BatchSettings;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.RedisAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a queue server.
 *
 * @param metricsPort where metrics are served without a token
 * @param lameDuck how long it serves on when it is told to end
 * @param waitingBytes how much may wait in this process for all clients
 */
public record QueueServerSettings(
        NetServerSettings net,
        Optional<Integer> metricsPort,
        Duration lameDuck,
        long waitingBytes,
        InFleet fleet,
        SessionContext.Rules session,
        Access access,
        AsyncTasks.Settings tasks,
        KrokiSettings kroki) {

    /**
     * The settings of this server's part in the fleet.
     *
     * @param shards where the Redis of each is; most fleets have one
     * @param maxQueueSize how many tasks may wait in a whole shard
     */
    public record InFleet(List<RedisAccess> shards, int maxQueueSize, Lifetimes lifetimes, Reuse reuse) {}

    /**
     * The ways to save work that are switched on.
     *
     * @param supersede whether a session's newer task replaces its older one
     * @param share whether equal tasks that run at the same time run once
     * @param resultLife how long a result is kept; zero keeps none
     * @param resultBytes how many bytes all kept results may have together
     */
    public record Reuse(boolean supersede, boolean share, Duration resultLife, long resultBytes) {}

    /**
     * The control of who may come in, and of how much they may have.
     *
     * @param limiterTokens open the request limiter; none turns it off
     * @param tokenFile tokens of the API; without it everybody may come in
     * @param adminFile tokens of operators; without it nobody may change the fleet
     * @param trustedProxies whose word on whom they speak for is taken
     * @param shareBetweenCallers whether those with different tokens have each other's files and results
     * @param share of one caller
     */
    public record Access(
            Tokens limiterTokens,
            Optional<Path> tokenFile,
            Optional<Path> adminFile,
            Origins origins,
            List<AddressRange> trustedProxies,
            boolean shareBetweenCallers,
            Share share) {

        /** Without tokens nobody knows who is who: everybody may run and restore what anybody sent. */
        boolean keepsCallersApart() {
            return tokenFile.isPresent() && !shareBetweenCallers;
        }
    }

    /**
     * The bounds on one caller.
     *
     * @param tasks at a time in the whole fleet
     * @param queuePercent of the places in the queue of the whole fleet
     * @param uploadBytes in a minute on this server; 0 for no bound
     */
    public record Share(int tasks, int queuePercent, long uploadBytes) {}

    /**
     * The lives of keys in Redis.
     *
     * @param lease how long after its death a queue server's tasks are given up
     * @param file how long an uploaded file can be restored
     */
    public record Lifetimes(Duration lease, Duration file) {}

    private static final NetServerOptions NET = new NetServerOptions(8080);

    private static final Setting<Optional<Integer>> METRICS_PORT = Setting.of(
                    "--metrics-port",
                    "ASYFLEET_METRICS_PORT",
                    ValueType.port(),
                    "TCP port that serves /metrics, /healthz and /readyz alone, without a token; 0 takes a free one")
            .optional();

    private static final Setting<Integer> MAX_QUEUE_SIZE = Setting.of(
                    "--max-queue-size",
                    "MAX_QUEUE_SIZE",
                    ValueType.positiveInt(),
                    "Tasks that may wait in the whole fleet; the next is denied")
            .byDefault("200");

    private static final Setting<List<Duration>> TIMEOUTS = Setting.of(
                    "--timeouts",
                    "ASYFLEET_TIMEOUTS",
                    ValueType.listOf(ValueType.of("duration", QueueServerSettings::timeout)),
                    "Timeouts that a task may ask for; the scheduler's levels")
            .byDefault("3s,10s,30s");

    private static final Setting<Duration> UPLOAD_IDLE = Setting.of(
                    "--upload-idle",
                    "ASYFLEET_UPLOAD_IDLE",
                    ValueType.duration(),
                    "How long a WebSocket client may take for the next message before run")
            .byDefault("60s");

    private static final Setting<Duration> UPLOAD_LIMIT = Setting.of(
                    "--upload-limit",
                    "ASYFLEET_UPLOAD_LIMIT",
                    ValueType.duration(),
                    "How long a WebSocket client may take from the connection to run")
            .byDefault("5m");

    private static final Setting<Long> UPLOAD_RATE = Setting.of(
                    "--upload-rate",
                    "ASYFLEET_UPLOAD_RATE",
                    ValueType.bytes(),
                    "Bytes that one caller (token, else address) may send to this server in a minute; 0 and loopback"
                            + " have no bound")
            .byDefault("64m");

    private static final Setting<Optional<Long>> WAITING_BYTES = Setting.of(
                    "--waiting-bytes",
                    "ASYFLEET_WAITING_BYTES",
                    ValueType.of("bytes", QueueServerSettings::waitingBytes),
                    "Bytes that may wait in this server for all clients together; without it a quarter of the Java heap, at"
                            + " least 64m")
            .optional();

    private static final long LEAST_WAITING_BYTES = 64 << 20;

    private static final Setting<Duration> LEASE = Setting.of(
                    "--lease",
                    "ASYFLEET_SERVER_LEASE",
                    ValueType.duration(),
                    "How soon after its death a queue server's tasks are given up")
            .byDefault("4s");

    private static final Setting<Duration> FILE_LIFE = Setting.of(
                    "--file-life",
                    "ASYFLEET_FILE_LIFE",
                    ValueType.duration(),
                    "How long an uploaded file can be restored by its hash")
            .byDefault("10m");

    private static final Setting<List<Secret>> AUTH_TOKEN = Setting.of(
                    "--auth-token",
                    "AUTH_TOKEN",
                    ValueType.listOf(ValueType.secretText()),
                    "Tokens that open the request limiter at /ws/{AUTH_TOKEN}; without one it is off")
            .byDefault("");

    private static final Setting<Optional<Path>> API_TOKENS = Setting.of(
                    "--api-tokens",
                    "ASYFLEET_API_TOKENS",
                    ValueType.path(),
                    "File of tokens that clients must show, a name and a token per line; read again when it changes")
            .optional();

    private static final Setting<Optional<Path>> ADMIN_TOKENS = Setting.of(
                    "--admin-tokens",
                    "ASYFLEET_ADMIN_TOKENS",
                    ValueType.path(),
                    "File of tokens that open /api/admin, a name and a token per line; read again when it changes; without"
                            + " it /api/admin is off")
            .optional();

    private static final Setting<List<String>> ORIGINS = Setting.of(
                    "--allowed-origins",
                    "ASYFLEET_ALLOWED_ORIGINS",
                    ValueType.listOf(Origins.TYPE),
                    "Origins of web pages that may use this server from a browser, beside its own; * for all, own for none;"
                            + " without it own if only this machine can connect, else *")
            .byDefault("");

    private static final Setting<List<String>> HOST_NAMES = Setting.of(
                    "--host-names",
                    "ASYFLEET_HOST_NAMES",
                    ValueType.listOf(HostNames.TYPE),
                    "Names under which clients may ask this server, beside localhost and addresses; without any, every name"
                            + " may be used, unless only this machine can connect")
            .byDefault("");

    private static final Setting<List<AddressRange>> TRUSTED_PROXIES = Setting.of(
                    "--trusted-proxies",
                    "ASYFLEET_TRUSTED_PROXIES",
                    ValueType.listOf(AddressRange.TYPE),
                    "Addresses or networks whose X-Forwarded-For, or else Forwarded, is believed")
            .byDefault("");

    private static final Setting<Integer> TASKS_PER_CALLER = Setting.of(
                    "--tasks-per-caller",
                    "ASYFLEET_TASKS_PER_CALLER",
                    ValueType.positiveInt(),
                    "Tasks that one caller (token, else address) may have at a time; loopback has no bound")
            .byDefault("16");

    private static final Setting<Integer> CALLER_SHARE = Setting.of(
                    "--caller-share",
                    "ASYFLEET_CALLER_SHARE",
                    ValueType.percent(),
                    "Share of the places in the queue that one caller (token, else address), loopback included, may hold; at"
                            + " least one place")
            .byDefault("25%");

    private static final Setting<Boolean> SUPERSEDE = Setting.of(
                    "--supersede",
                    "ASYFLEET_SUPERSEDE",
                    ValueType.bool(),
                    "Let a newer task of a session that its client names replace the older one")
            .byDefault("true");

    private static final Setting<Boolean> SHARE = Setting.of(
                    "--share", "ASYFLEET_SHARE", ValueType.bool(), "Run equal tasks that come at the same time once")
            .byDefault("true");

    private static final Setting<Boolean> SHARE_BETWEEN_CALLERS = Setting.of(
                    "--share-between-callers",
                    "ASYFLEET_SHARE_BETWEEN_CALLERS",
                    ValueType.bool(),
                    "With --api-tokens: let callers have each other's files by their hash, and each other's results for"
                            + " equal tasks")
            .byDefault("false");

    private static final Setting<Duration> RESULT_LIFE = Setting.of(
                    "--result-life",
                    "ASYFLEET_RESULT_LIFE",
                    ValueType.durationOrZero(),
                    "How long the result of a task that succeeded is served again; 0 keeps none")
            .byDefault("10m");

    private static final Setting<Long> RESULT_BYTES = Setting.of(
                    "--result-bytes",
                    "ASYFLEET_RESULT_BYTES",
                    ValueType.bytes(),
                    "Bytes that all kept results may have together")
            .byDefault("64m");

    private static final Setting<Duration> TASK_RESULT_LIFE = Setting.of(
                    "--task-result-life",
                    "ASYFLEET_TASK_RESULT_LIFE",
                    ValueType.duration(),
                    "How long the result of a task of /api/tasks can be fetched")
            .byDefault("10m");

    private static final Setting<Integer> REDIS_WAIT = Setting.of(
                    "--redis-wait",
                    "ASYFLEET_REDIS_WAIT",
                    ValueType.intBetween(0, 100),
                    "Replicas of Redis that must have a task of /api/tasks before it is accepted (WAIT); 0 for none")
            .byDefault("0");

    private static final Setting<List<String>> WEBHOOK_HOSTS = Setting.of(
                    "--webhook-hosts",
                    WebhookHosts.SETTING,
                    ValueType.listOf(WebhookHosts.TYPE),
                    "Hosts that may be told by webhook that a task has ended: host, host:port or http://host:port")
            .byDefault("");

    private static final Setting<Integer> BATCH_FIGURES = Setting.of(
                    "--batch-figures",
                    "ASYFLEET_BATCH_FIGURES",
                    ValueType.positiveInt(),
                    "Figures that one batch of /api/batch may have")
            .byDefault("500");

    private static final Setting<Long> BATCH_BYTES = Setting.of(
                    "--batch-bytes",
                    "ASYFLEET_BATCH_BYTES",
                    ValueType.bytes(),
                    "Bytes that all images of one batch may have together; a figure that does not fit fails")
            .byDefault("64m");

    private static final Setting<Integer> BATCHES_PER_CALLER = Setting.of(
                    "--batches-per-caller",
                    "ASYFLEET_BATCHES_PER_CALLER",
                    ValueType.positiveInt(),
                    "Batches that one caller (token, else address) may have at a time; loopback has no bound")
            .byDefault("4");

    /** The address of the port for metrics alone: the server's own but for the port. */
    Optional<Listen> metricsListen() {
        return metricsPort.map(
                port -> new Listen(net.listen().bind(), port, net.listen().tls()));
    }

    /** The list that help, docs and checks derive from. */
    public static final SettingsSpec SPEC = spec();

    private static SettingsSpec spec() {
        List<Setting<?>> settings = new ArrayList<>(NET.settings());
        settings.addAll(List.of(METRICS_PORT, LameDuck.SETTING));
        settings.addAll(List.of(
                FleetRedis.URLS,
                FleetRedis.PATIENCE,
                MAX_QUEUE_SIZE,
                TIMEOUTS,
                UPLOAD_IDLE,
                UPLOAD_LIMIT,
                LEASE,
                FILE_LIFE));
        settings.addAll(List.of(
                AUTH_TOKEN,
                API_TOKENS,
                ADMIN_TOKENS,
                ORIGINS,
                HOST_NAMES,
                TRUSTED_PROXIES,
                TASKS_PER_CALLER,
                CALLER_SHARE));
        settings.addAll(List.of(UPLOAD_RATE, WAITING_BYTES, FileTypes.SETTING));
        settings.addAll(List.of(
                SUPERSEDE,
                SHARE,
                SHARE_BETWEEN_CALLERS,
                RESULT_LIFE,
                RESULT_BYTES,
                TASK_RESULT_LIFE,
                REDIS_WAIT,
                WEBHOOK_HOSTS));
        settings.addAll(List.of(BATCH_FIGURES, BATCH_BYTES, BATCHES_PER_CALLER));
        settings.addAll(KrokiSettings.SETTINGS);
        return NET.addRules(SettingsSpec.of("queue-server", "Everything a client talks to", settings)
                .withExamples("--redis redis://10.0.0.5 --port 8080", "--bind 0.0.0.0 --trusted-proxies 10.0.0.1"));
    }

    /** Programs that run for longer than a day are not what this is for, and milliseconds must fit an int. */
    private static Duration timeout(String text) {
        Duration timeout = ValueType.duration().parse().apply(text);
        if (timeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("expected durations of at most a day");
        }
        return timeout;
    }

    /** Less would leave small answers no room. */
    private static long waitingBytes(String text) {
        long bytes = ValueType.bytes().parse().apply(text);
        if (bytes < 8 << 20) {
            throw new IllegalArgumentException("expected at least 8m");
        }
        return bytes;
    }

    public static QueueServerSettings read(SettingValues values) {
        List<Integer> timeouts = values.get(TIMEOUTS).stream()
                .map(timeout -> Math.toIntExact(timeout.toMillis()))
                .distinct()
                .sorted()
                .toList();
        SessionContext.Rules.Upload upload =
                new SessionContext.Rules.Upload(values.get(UPLOAD_IDLE), values.get(UPLOAD_LIMIT));
        SessionContext.Rules session =
                new SessionContext.Rules(new TaskRules(FileTypes.limits(values), timeouts), upload);
        return new QueueServerSettings(
                net(values),
                values.get(METRICS_PORT),
                LameDuck.orUsual(values.get(LameDuck.SETTING), NET.read(values).listen()),
                values.get(WAITING_BYTES)
                        .orElse(Math.max(
                                LEAST_WAITING_BYTES, Runtime.getRuntime().maxMemory() / 4)),
                fleet(values),
                session,
                access(values),
                tasks(values),
                KrokiSettings.read(values));
    }

    private static AsyncTasks.Settings tasks(SettingValues values) {
        BatchSettings batches = new BatchSettings(
                values.get(BATCH_FIGURES),
                values.get(BATCH_BYTES),
                values.get(BATCHES_PER_CALLER),
                BatchSettings.atOnce(values.get(TASKS_PER_CALLER)));
        return new AsyncTasks.Settings(
                values.get(TASK_RESULT_LIFE),
                WebhookHosts.of(values.get(WEBHOOK_HOSTS)),
                batches,
                values.get(REDIS_WAIT));
    }

    /** JSON makes two bytes of every line's end and quote; the rest is for names and options, or a form's own lines. */
    private static NetServerSettings net(SettingValues values) {
        NetServerSettings net = NET.read(values);
        return net.withLimits(
                net.limits().withMaxBodyBytes(2 * TaskLimits.DEFAULT.files().maxTotalBytes() + (64 << 10)));
    }

    private static InFleet fleet(SettingValues values) {
        return new InFleet(
                FleetRedis.readAll(values),
                values.get(MAX_QUEUE_SIZE),
                new Lifetimes(values.get(LEASE), values.get(FILE_LIFE)),
                new Reuse(values.get(SUPERSEDE), values.get(SHARE), values.get(RESULT_LIFE), values.get(RESULT_BYTES)));
    }

    private static Origins origins(SettingValues values) {
        String bind = NET.read(values).listen().bind();
        HostNames hosts = HostNames.of(Set.copyOf(values.get(HOST_NAMES)), bind);
        return Origins.of(Set.copyOf(values.get(ORIGINS)), hosts, bind);
    }

    private static Access access(SettingValues values) {
        return new Access(
                new Tokens(values.get(AUTH_TOKEN)),
                values.get(API_TOKENS),
                values.get(ADMIN_TOKENS),
                origins(values),
                values.get(TRUSTED_PROXIES),
                values.get(SHARE_BETWEEN_CALLERS),
                new Share(values.get(TASKS_PER_CALLER), values.get(CALLER_SHARE), values.get(UPLOAD_RATE)));
    }
}
