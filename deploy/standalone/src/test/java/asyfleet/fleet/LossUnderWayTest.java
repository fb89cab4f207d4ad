package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The view of a client when a part of the fleet dies while its task waits or runs: its picture, once. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class LossUnderWayTest {

    private static final CheckedHttpClient HTTP = CheckedHttpClient.create();

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    @BeforeAll
    static void startFleet() {
        redis = RedisFixture.startOwn();
        Map<String, String> settings = Map.of(
                "ASYFLEET_SLOTS", "1",
                "QUEUE_TIMEOUT", "10m",
                "ASYFLEET_RESULT_LIFE", "0");
        fleet = FleetProcesses.start(redis, settings);
    }

    @AfterAll
    static void stopFleet() {
        fleet.close();
        redis.close();
    }

    @Test
    void aTaskWhoseBackendIsKilledRunsAgainAndItsOutputIsNotRepeated() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = render(
                "/api/render?timeout=30000",
                "write(\"begun\"); flush(stdout); " + PostedFigures.PAUSE + "draw(unitcircle); label(\"$\",(0,0));");
        awaitStats("active", 1);
        fleet.kill(Member.BACKEND);
        fleet.startAgain(Member.BACKEND);

        // The label is an error of TeX's, so that the answer shows the output of the one run that counts.
        HttpResponse<String> response = answer.get(4, TimeUnit.MINUTES);
        String output =
                JsonMapper.shared().readTree(response.body()).path("output").asString();
        assertEquals(output.indexOf("begun"), output.lastIndexOf("begun"), output);
        assertTrue(output.contains("begun"), output);
    }

    @Test
    void aClientThatWaitsWhileRedisLosesEverythingIsServedAllTheSame() throws Exception {
        Assumptions.assumeTrue(System.getenv("ASYFLEET_TEST_REDIS") == null, "a shared Redis is not killed");
        fleet.kill(Member.BACKEND);
        awaitStats("maxConcurrent", 0);
        CompletableFuture<HttpResponse<String>> answer = render("/?f=svg", "draw(unitsquare);");
        awaitStats("queued", 1);
        redis.restartEmpty();
        fleet.startAgain(Member.BACKEND);

        HttpResponse<String> response = answer.get(4, TimeUnit.MINUTES);
        assertEquals(200, response.statusCode(), response.body());
        assertTrue(response.body().contains("<svg"), response.body());
    }

    @Test
    void anAsynchronousTaskThatWaitsSurvivesTheLossOfAllThatRedisHeld() throws Exception {
        Assumptions.assumeTrue(System.getenv("ASYFLEET_TEST_REDIS") == null, "a shared Redis is not killed");
        fleet.kill(Member.BACKEND);
        awaitStats("maxConcurrent", 0);
        String task = begin("draw(unitsquare, red);");
        awaitStats("queued", 1);
        redis.restartEmpty();
        fleet.startAgain(Member.BACKEND);

        awaitSuccess(task);
    }

    @Test
    void anAsynchronousTaskThatRunsSurvivesTheLossOfAllThatRedisHeld() throws Exception {
        String task = begin(PostedFigures.PAUSE + "draw(unitcircle, blue);");
        awaitStats("active", 1);
        redis.clear();

        awaitSuccess(task);
    }

    private static String begin(String source) throws Exception {
        HttpResponse<String> taken = render("/api/tasks?timeout=30000", source).get(1, TimeUnit.MINUTES);
        assertEquals(202, taken.statusCode(), taken.body());
        return JsonMapper.shared()
                .readTree(taken.body())
                .path("links")
                .path("self")
                .asString();
    }

    private static void awaitSuccess(String task) {
        Awaitility.await(task)
                .atMost(Duration.ofMinutes(2))
                .until(() -> get(task).body().contains("\"state\":\"succeeded\""));
        assertTrue(get(task + "/result").body().contains("<svg"));
    }

    private static HttpResponse<String> get(String path) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(fleet.url() + path)).build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
    }

    @Test
    void aClientThatWaitsDoesNotNoticeANewScheduler() throws Exception {
        fleet.kill(Member.BACKEND);
        awaitStats("maxConcurrent", 0);
        CompletableFuture<HttpResponse<String>> answer = render("/?f=svg", "draw((0,0)--(1,1));");
        awaitStats("queued", 1);
        fleet.kill(Member.SCHEDULER);
        fleet.startAgain(Member.SCHEDULER);
        fleet.startAgain(Member.BACKEND);

        assertEquals(200, answer.get(4, TimeUnit.MINUTES).statusCode());
    }

    private static CompletableFuture<HttpResponse<String>> render(String path, String source) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(fleet.url() + path))
                .POST(BodyPublishers.ofString(source))
                .build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void awaitStats(String field, int value) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(fleet.url() + "/api/queue-stats"))
                .build();
        Awaitility.await(field + " is " + value).atMost(Duration.ofMinutes(1)).until(() -> {
            JsonNode stats = JsonMapper.shared()
                    .readTree(HTTP.send(request, HttpResponse.BodyHandlers.ofString())
                            .body());
            return stats.path("queue").path(field).asInt() == value;
        });
    }
}
