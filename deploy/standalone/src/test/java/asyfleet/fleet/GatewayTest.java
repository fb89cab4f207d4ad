package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/** A fleet whose only backends are runners behind a gateway; each program is a process of its own. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class GatewayTest {

    private static final CheckedHttpClient HTTP = CheckedHttpClient.create();
    private static final String RING = "asyfleet.ring.RingMain";

    private static RedisFixture redis;
    private static final Deque<ServiceProcess> STARTED = new ArrayDeque<>();
    private static ServiceProcess queueServer;
    private static ServiceProcess gateway;

    @BeforeAll
    static void startFleet() {
        redis = RedisFixture.start();
        Map<String, String> settings = Map.of(
                "REDIS_URL", redis.uri(),
                "QUEUE_TIMEOUT", "10m",
                "ASYFLEET_RESULT_LIFE", "0",
                "ASYFLEET_RING_REDIS", redis.uri(),
                "ASYFLEET_RING_PORT", "0");
        STARTED.push(ServiceProcess.start("asyfleet.scheduler.SchedulerMain", settings));
        gateway = ServiceProcess.start(RING, List.of("manager"), "ASYFLEET_RING_TASKS_PORT", settings);
        STARTED.push(gateway);
        queueServer = ServiceProcess.start("asyfleet.queueserver.QueueServerMain", settings);
        STARTED.push(queueServer);
        STARTED.forEach(ServiceProcess::awaitReady);
    }

    @AfterAll
    static void stopFleet() {
        STARTED.forEach(ServiceProcess::close);
        redis.close();
    }

    @Test
    void aClientWhoseRunnerIsKilledGetsItsPictureFromTheNextThatJoins() throws Exception {
        ServiceProcess first = startRunner("first");
        awaitStats("maxConcurrent", 1);
        CompletableFuture<HttpResponse<String>> answer = render(PostedFigures.PAUSE + "draw(unitcircle);");
        awaitStats("active", 1);

        first.kill();
        awaitStats("maxConcurrent", 0);
        ServiceProcess second = startRunner("second");

        HttpResponse<String> response = answer.get(4, TimeUnit.MINUTES);
        second.close();
        assertEquals(200, response.statusCode(), response::body);
        assertTrue(response.body().contains("<svg"), response.body());
        awaitStats("maxConcurrent", 0);
    }

    @Test
    void aRunnerWhoseClientLeftGivesUpAndIsThereForTheNext() throws Exception {
        try (ServiceProcess runner = startRunner("called-back")) {
            awaitStats("maxConcurrent", 1);
            try (Socket client = new Socket("127.0.0.1", queueServer.address().getPort())) {
                client.getOutputStream()
                        .write(("POST /api/render?timeout=30000 HTTP/1.1\r\nHost: localhost\r\n"
                                        + "Content-Length: 15\r\n\r\nwhile (true) {}")
                                .getBytes(StandardCharsets.US_ASCII));
                // Until then it may be on its way, and a task that its client leaves there never gets to the runner.
                Awaitility.await("the runner runs it")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> runner.computes(Duration.ofSeconds(2)));
            }

            Awaitility.await("joined again")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> gateway.printed().split("runner called-back joined", -1).length >= 3);
            assertEquals(
                    200, render("draw(unitsquare);").get(4, TimeUnit.MINUTES).statusCode());
        }
        awaitStats("maxConcurrent", 0);
    }

    private static ServiceProcess startRunner(String name) {
        List<String> arguments =
                List.of("runner", "1", "--connect", "127.0.0.1:" + gateway.ringPort(), "--name", name, "--stay");
        return ServiceProcess.start(RING, arguments, "UNUSED_PORT", Map.of());
    }

    private static CompletableFuture<HttpResponse<String>> render(String source) {
        HttpRequest request = HttpRequest.newBuilder(queueServer.address().resolve("/api/render?timeout=30000"))
                .POST(BodyPublishers.ofString(source))
                .build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void awaitStats(String field, int value) {
        URI stats = queueServer.address().resolve("/api/queue-stats");
        HttpRequest request = HttpRequest.newBuilder(stats).build();
        Awaitility.await(field + " is " + value)
                .atMost(Duration.ofMinutes(2))
                .until(() -> JsonMapper.shared()
                                .readTree(HTTP.send(request, HttpResponse.BodyHandlers.ofString())
                                        .body())
                                .path("queue")
                                .path(field)
                                .asInt()
                        == value);
    }
}
