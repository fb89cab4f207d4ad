package asyfleet.queueserver.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.TestQueueServer;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The asynchronous tasks of two living queue servers while their Redis is full, or stands still. */
@Tag("slow")
class RedisTroubleTest {

    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();

    private final RedisFixture redis = RedisFixture.startOwn();
    private final ApiTasks tasks =
            new ApiTasks(redis.redis(), new ApiTasks.Lives(Duration.ofMinutes(1), Duration.ofMinutes(1)));
    private QueueServer one;
    private QueueServer other;

    @BeforeEach
    void start() {
        Assumptions.assumeTrue(
                System.getenv("ASYFLEET_TEST_REDIS") == null, "a shared Redis is neither filled nor hung");
        one = TestQueueServer.start(redis, "--lease=2s", "--drain-limit=200ms");
        other = TestQueueServer.start(redis, "--lease=2s", "--drain-limit=200ms");
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
        redis.close();
    }

    @Test
    void aFullRedisTakesNoTaskFromALivingServer() throws Exception {
        List<String> ids = takeTasks();
        limitMemory("1");
        Awaitility.await("the leases have lapsed").until(() -> leases() == 0);
        awaitRefusals(6); // of renewals

        HttpResponse<String> ready = send(HttpRequest.newBuilder(URI.create(one.address() + "/readyz")));
        assertEquals(503, ready.statusCode());
        assertTrue(ready.body().contains("Redis is full"), ready.body());

        limitMemory("0");
        Awaitility.await().until(() -> leases() == 2);
        awaitLooks();
        assertNobodyWasTakenForDead(ids);
        assertAllRun(ids);
    }

    @Test
    void aPauseOfRedisOverTheLeaseIsNoDeathOfAServer() {
        List<String> ids = takeTasks();

        redis.hang(Duration.ofSeconds(3));
        Awaitility.await().until(() -> leases() == 2);
        awaitLooks();

        assertNobodyWasTakenForDead(ids);
    }

    @Test
    void aTaskIsTakenIfRedisTakesItAfterAMoment() throws Exception {
        limitMemory("1");
        CompletableFuture<HttpResponse<String>> taken =
                CLIENT.sendAsync(post(one).build(), HttpResponse.BodyHandlers.ofString());
        awaitRefusals(4);
        limitMemory("0");

        assertEquals(202, taken.get(20, TimeUnit.SECONDS).statusCode());
    }

    @Test
    void aTaskIsRefusedIfRedisDoesNotTakeItForLonger() {
        limitMemory("1");

        assertEquals(503, send(post(one)).statusCode());
        limitMemory("0");
    }

    private static HttpRequest.Builder post(QueueServer server) {
        return HttpRequest.newBuilder(URI.create(server.address() + "/api/tasks?cache=false"))
                .POST(BodyPublishers.ofString("draw(unitcircle);"));
    }

    private List<String> takeTasks() {
        List<String> ids = new ArrayList<>();
        for (QueueServer server : List.of(one, other)) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> taken = send(post(server));
                ids.add(JsonMapper.shared().readTree(taken.body()).path("id").asString());
            }
        }
        return ids;
    }

    private void limitMemory(String bytes) {
        redis.redis()
                .commands()
                .configSet("maxmemory", bytes)
                .toCompletableFuture()
                .join();
    }

    private void awaitRefusals(int more) {
        int before = refusals();
        Awaitility.await().until(() -> refusals() >= before + more);
    }

    /** How many commands a full Redis has refused. */
    private int refusals() {
        String errors = redis.redis()
                .commands()
                .info("errorstats")
                .toCompletableFuture()
                .join();
        Matcher refused = Pattern.compile("errorstat_OOM:count=([0-9]+)").matcher(errors);
        return refused.find() ? Integer.parseInt(refused.group(1)) : 0;
    }

    private long leases() {
        return redis.keys().stream().filter(key -> key.startsWith("server:")).count();
    }

    /** Until both servers have looked several times for tasks to adopt: nothing else here calls scripts so often. */
    private void awaitLooks() {
        long before = redis.commandCalls().get("evalsha");
        Awaitility.await().until(() -> redis.commandCalls().get("evalsha") > before + 12);
    }

    private void assertNobodyWasTakenForDead(List<String> ids) {
        for (String id : ids) {
            ApiTask task = tasks.find(id).toCompletableFuture().join().orElseThrow();
            assertEquals(0, task.adoptions(), id);
            assertEquals("waiting", task.state(), id);
        }
    }

    private void assertAllRun(List<String> ids) throws InterruptedException {
        try (FakeSlots slots = new FakeSlots(redis.redis())) {
            slots.answer = List.of(
                    new ServerMessage.Result(Format.SVG, new byte[] {'<'}),
                    new ServerMessage.Complete(true, null, 7L, null));
            for (String id : ids) {
                Awaitility.await().until(() -> tasks.find(id)
                        .toCompletableFuture()
                        .join()
                        .filter(task -> task.state().equals("succeeded"))
                        .isPresent());
            }
        }
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
