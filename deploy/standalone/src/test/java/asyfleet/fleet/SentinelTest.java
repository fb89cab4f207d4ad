package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** A fleet of real processes behind three Sentinels, whose master is killed under load. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class SentinelTest {

    private static final String MASTER = "fleet";
    private static final String CIRCLE = "draw(unitcircle);";

    @TempDir
    private Path directory;

    private final FleetParts parts = new FleetParts();
    private RedisProcess master;
    private ServiceProcess queueServer;

    /** The IDs of tasks of {@code /api/tasks} that were accepted. */
    private final Queue<String> accepted = new ConcurrentLinkedQueue<>();

    /** The outcomes at {@code /asy}. */
    private final Queue<TaskOutcome> outcomes = new ConcurrentLinkedQueue<>();

    /** Read by the clients. */
    private volatile boolean loaded = true;

    /** Everybody needs a password, and the services have the least rights that they need. */
    private void start(String program) throws Exception {
        Path users = RedisUsers.write(directory);
        master = parts.opened(member(program, "master", users));
        String port = String.valueOf(master.port());
        RedisProcess replica = parts.opened(member(program, "replica", users, "--replicaof", RedisProcess.HOST, port));
        Awaitility.await("the replica follows").until(() -> follows(replica));
        List<RedisProcess> sentinels = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sentinels.add(parts.opened(RedisProcess.startSentinel(
                    program,
                    directory("sentinel" + i),
                    MASTER,
                    master.port(),
                    "sentinel auth-user " + MASTER + " " + RedisUsers.OPERATOR,
                    "sentinel auth-pass " + MASTER + " " + RedisUsers.PASSWORD)));
        }
        startServices(sentinels.stream()
                .map(sentinel -> RedisProcess.HOST + ":" + sentinel.port())
                .collect(Collectors.joining(
                        ",", "redis-sentinel://asyfleet:" + RedisUsers.PASSWORD + "@", "#" + MASTER)));
    }

    /** A master, or one that follows it. */
    private RedisProcess member(String program, String name, Path users, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of(
                "--aclfile",
                users.toString(),
                "--masteruser",
                RedisUsers.OPERATOR,
                "--masterauth",
                RedisUsers.PASSWORD,
                "--repl-diskless-sync-delay",
                "0"));
        options.addAll(List.of(more));
        return RedisProcess.start(program, directory(name), options.toArray(String[]::new));
    }

    private void startServices(String redis) {
        Map<String, String> settings = Map.of(
                "REDIS_URL", redis,
                "ASYFLEET_SLOTS", "2",
                "ASYFLEET_LEVELS", "30s=100%", // a machine that builds much else meanwhile cuts nothing short
                "QUEUE_TIMEOUT", "2m",
                "ASYFLEET_WARM_START", "false", // it makes backends start later
                "ASYFLEET_RESULT_LIFE", "0",
                "ASYFLEET_SHARE", "false");
        queueServer = parts.oneOfEach(settings);
    }

    private static boolean follows(RedisProcess replica) {
        String uri = replica.uri().replace("//", "//" + RedisUsers.OPERATOR + ":" + RedisUsers.PASSWORD + "@");
        try (Redis redis = Redis.connect(RedisSettings.of(uri))) {
            String info =
                    redis.commands().info("replication").toCompletableFuture().join();
            return info.contains("master_link_status:up");
        }
    }

    private Path directory(String name) throws Exception {
        return Files.createDirectory(directory.resolve(name));
    }

    @AfterEach
    void stop() {
        loaded = false;
        parts.close();
    }

    @ParameterizedTest
    @MethodSource("asyfleet.fleet.RedisProcess#programs")
    void whenTheMasterIsKilledNothingThatWasAcceptedIsLostOrAnsweredTwice(String program) throws Exception {
        RedisProcess.assumeThere(program);
        start(program);
        List<Thread> load = List.of(new Thread(this::post), new Thread(this::post), new Thread(this::render));
        load.forEach(Thread::start);
        awaitMore(4);

        long killed = System.nanoTime();
        master.kill();
        int before = accepted.size();
        Awaitility.await("tasks are accepted again").until(() -> accepted.size() > before + 2);
        System.out.println("Sentinel of " + program + ": tasks were accepted again after "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed) + " ms");
        awaitMore(4);
        loaded = false;
        for (Thread client : load) {
            client.join();
        }

        for (String id : accepted) {
            assertEndsOnce(id);
        }
        assertEquals(
                List.of(),
                outcomes.stream()
                        .filter(outcome -> !(outcome instanceof TaskOutcome.Rendered))
                        .toList());
    }

    /** So many more of each kind. */
    private void awaitMore(int tasks) {
        int posted = accepted.size() + tasks;
        int rendered = outcomes.size() + tasks;
        Awaitility.await("load").until(() -> accepted.size() >= posted && outcomes.size() >= rendered);
    }

    /** Sends a task, waits for its end, and sends the next. A 503 in between promises nothing. */
    private void post() {
        while (loaded) {
            try {
                HttpResponse<String> taken =
                        PostedFigures.post(queueServer.address().resolve("/api/tasks?cache=false"), CIRCLE);
                if (taken.statusCode() == 202) {
                    String id = JsonMapper.shared()
                            .readTree(taken.body())
                            .path("id")
                            .asString();
                    accepted.add(id);
                    Awaitility.await(id).until(() -> !loaded || state(id).equals("succeeded"));
                }
            } catch (Exception e) {
                throw new IllegalStateException("no answer", e);
            }
        }
    }

    /** The same at {@code /asy}. */
    private void render() {
        ClientSettings settings =
                ClientSettings.of(ServerAddress.parse(queueServer.address().toString(), "/asy"));
        try (AsyfleetClient client = AsyfleetClient.connect(settings)) {
            while (loaded) {
                outcomes.add(client.render(TaskSources.of(CIRCLE), TaskOptions.DEFAULT, new TaskObserver() {})
                        .toCompletableFuture()
                        .join());
            }
        }
    }

    private void assertEndsOnce(String id) throws Exception {
        Awaitility.await(id + " has ended").atMost(Duration.ofMinutes(2)).until(() -> Set.of("succeeded", "failed")
                .contains(state(id)));
        assertEquals("succeeded", state(id), () -> text(id));
        String events = PostedFigures.get(queueServer.address().resolve("/api/tasks/" + id + "/events"));
        assertEquals(1, events.split("event: complete", -1).length - 1, events);
    }

    private String state(String id) {
        return JsonMapper.shared().readTree(text(id)).path("state").asString("");
    }

    private String text(String id) {
        try {
            return PostedFigures.get(queueServer.address().resolve("/api/tasks/" + id));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("no answer about " + id, e);
        }
    }
}
