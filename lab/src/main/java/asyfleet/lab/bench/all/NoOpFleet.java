package asyfleet.lab.bench.all;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.config.OpenParts;
import asyfleet.config.StartFailure;
import asyfleet.lab.bench.fleet.CommandCount;
import asyfleet.lab.bench.fleet.Figures;
import asyfleet.lab.bench.fleet.LocalFleet;
import asyfleet.process.ChildProcess;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import asyfleet.redis.queueserver.ReadStats;
import asyfleet.redis.queueserver.RedisQueueServerStore;
import asyfleet.redis.queueserver.WaitingBounds;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A fleet whose slots run no program, and its clients. Each task is answered by its own source, so every round knows that
 * each task got the answer to its own question, once. Used by one thread.
 */
final class NoOpFleet implements AutoCloseable {

    static final int SLOTS = 100;

    private static final int MOST_TASKS = 20_000;

    private static final String MAIN = "main.asy";
    private static final int LOWEST_PRIORITY = 0;
    private static final Map<String, String> PATIENT = Map.of("QUEUE_TIMEOUT", "30m");
    private static final Map<String, String> ONE_LONG_PLACE =
            Map.of("QUEUE_TIMEOUT", "30m", "ASYFLEET_LEVELS", "3s=100%,30s=1");
    private static final TaskOptions LONG = TaskOptions.DEFAULT.with(ClientMessage.Options.timeout(30_000));

    private static final String REDIS = "Redis";
    private static final String CLIENT = "client";
    private static final int TOGETHER = 1000;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration IDLE = Duration.ofSeconds(2);
    private static final Duration LIFE_OF_WAITING = Duration.ofMinutes(10);

    /**
     * The figures of some tasks.
     *
     * @param cpuMicros processor time of each part for one task
     * @param compilers the share of the services' processor time that went into compiling them
     * @param commands of Redis for one task, inside scripts too; without those of an idle fleet
     */
    record Round(TimedLoops.Done done, Map<String, Double> cpuMicros, double compilers, double commands) {

        double cpuOfRedis() {
            return cpuMicros.get(REDIS);
        }

        double cpuOfServices() {
            return cpuMicros.entrySet().stream()
                    .filter(part -> !part.getKey().equals(CLIENT))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }

        double cpuWithClient() {
            return cpuOfServices() + cpuMicros.get(CLIENT);
        }
    }

    private final OpenParts parts = new OpenParts();
    private final LocalFleet fleet;
    private final Map<String, Long> services = new LinkedHashMap<>();
    private final Map<String, Long> processes = new LinkedHashMap<>();
    private final String server;
    private final AsyfleetClient client;
    private final AsyfleetClient keeping;
    private final CommandCount.Rate idle;
    private final AtomicLong tasks = new AtomicLong(); // counted on any thread

    NoOpFleet(Compilers compilers) {
        this(compilers, PATIENT);
    }

    /** A fleet for {@link #addWaiting}. */
    static NoOpFleet withOneLongPlace(Compilers compilers) {
        return new NoOpFleet(compilers, ONE_LONG_PLACE);
    }

    private NoOpFleet(Compilers compilers, Map<String, String> scheduler) {
        fleet = parts.opened(LocalFleet.create(compilers.option()));
        services.put("scheduler", fleet.scheduler(scheduler).pid());
        services.put("backend", fleet.noOpBackend(SLOTS).pid());
        ChildProcess queueServer = fleet.queueServer(LocalFleet.FOR_ONE_CALLER);
        services.put("queue server", queueServer.pid());
        server = queueServer.address();
        processes.putAll(services);
        processes.put(REDIS, new CommandCount(fleet.redisPort()).process());
        processes.put(CLIENT, ProcessHandle.current().pid());
        client = connect(false);
        keeping = connect(true);
        idle = new CommandCount(fleet.redisPort()).during(() -> LockSupport.parkNanos(IDLE.toNanos()));
    }

    private AsyfleetClient connect(boolean keeps) {
        return parts.opened(AsyfleetClient.connect(ClientSettings.of(ServerAddress.parse(server, "/asy"))
                .withMaxTasks(MOST_TASKS)
                .withKeptConnections(keeps)));
    }

    AsyfleetClient client() {
        return client;
    }

    int redisPort() {
        return fleet.redisPort();
    }

    /** Those of ours, by name. */
    Map<String, Long> services() {
        return services;
    }

    /** All that were answered until now. */
    long tasks() {
        return tasks.get();
    }

    /** Each task on a WebSocket of its own. */
    Round round(int underWay, Duration time) {
        return measured(() -> new TimedLoops(underWay, time).run(() -> oneTask(client)));
    }

    /** The WebSocket of a task is used again by the next. */
    Round keptRound(int underWay, Duration time) {
        return measured(() -> new TimedLoops(underWay, time).run(() -> oneTask(keeping)));
    }

    private CompletionStage<?> oneTask(AsyfleetClient by) {
        String source = Figures.text(Figures.SHORT);
        return by.render(TaskSources.of(source), TaskOptions.DEFAULT, TaskObserver.SILENT)
                .thenAccept(outcome -> {
                    expectOwn(source, picture(outcome));
                    tasks.incrementAndGet();
                });
    }

    /** How many tasks wait, those included that the scheduler does not know yet. */
    long waiting() {
        try (Redis redis = Redis.connect(RedisSettings.of(fleet.redisUri()))) {
            return new ReadStats(redis).run().toCompletableFuture().join().queued();
        }
    }

    /**
     * Adds tasks that wait for good and that nobody waits for. They ask for the long duration, for which there is one place,
     * and one more task takes that and does not end.
     */
    void addWaiting(int tasks) {
        try (Redis redis = Redis.connect(RedisSettings.of(fleet.redisUri()))) {
            RedisQueueServerStore store = new RedisQueueServerStore(redis, LIFE_OF_WAITING, WaitingBounds.NONE);
            for (int left = 1 + tasks; left > 0; left -= TOGETHER) {
                submit(store, Math.min(left, TOGETHER));
            }
        }
        while (waiting() > tasks) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private static void submit(RedisQueueServerStore store, int tasks) {
        TaskRecord task = new TaskRecord(LONG, MAIN, LOWEST_PRIORITY, "", "", false);
        Map<String, byte[]> files = Map.of(MAIN, new byte[] {'\n'});
        CompletableFuture<?>[] accepted = IntStream.range(0, tasks)
                .mapToObj(i -> store.submit(store.newNonce(), task, files).toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(accepted).join();
    }

    private static String picture(TaskOutcome outcome) {
        if (outcome instanceof TaskOutcome.Rendered rendered
                && rendered.images().size() == 1) {
            Image image = rendered.images().get(0);
            return new String(image.contents(), StandardCharsets.UTF_8);
        }
        throw new StartFailure("a task ended with " + outcome + ", expected one picture");
    }

    private static void expectOwn(String source, String picture) {
        if (!picture.contains(source)) {
            throw new StartFailure("the task '" + source.strip() + "' was answered by '" + picture + "'");
        }
    }

    private Round measured(Supplier<TimedLoops.Done> work) {
        Map<String, ProcessFigures> before = figures();
        TimedLoops.Done[] done = new TimedLoops.Done[1];
        CommandCount.Rate asked = new CommandCount(fleet.redisPort())
                .during(() -> done[0] = work.get())
                .without(idle);
        Map<String, ProcessFigures> after = figures();
        Map<String, Double> micros = new LinkedHashMap<>();
        double compiled = 0;
        double all = 0;
        for (String part : processes.keySet()) {
            double spent = after.get(part).cpuMicros() - before.get(part).cpuMicros();
            micros.put(part, spent / done[0].steps());
            if (services.containsKey(part)) {
                compiled += after.get(part).compilerMicros() - before.get(part).compilerMicros();
                all += spent;
            }
        }
        return new Round(done[0], micros, all > 0 ? compiled / all : 0, asked.commands() / done[0].steps());
    }

    private Map<String, ProcessFigures> figures() {
        Map<String, ProcessFigures> figures = new LinkedHashMap<>();
        processes.forEach((part, pid) -> figures.put(part, ProcessFigures.of(pid)));
        return figures;
    }

    @Override
    public void close() {
        parts.close();
    }
}
