package asyfleet.queueserver.tasks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.queueserver.tasks.stored.StoredOutcome;
import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.apitask.ApiTaskOwner;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.queueserver.ServerLease;
import asyfleet.retry.Backoff;
import asyfleet.trace.TaskTrace;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class WebhooksTest {

    private static final Duration LIFE = Duration.ofMinutes(5);

    private final RedisFixture redis = RedisFixture.start();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ApiTasks tasks = new ApiTasks(redis.redis(), new ApiTasks.Lives(LIFE, LIFE));
    private final BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
    private HttpServer hook;
    private String url;
    private String owner;
    private Webhooks webhooks;

    @BeforeEach
    void endATask() throws IOException {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", asked::add);
        hook.start();
        url = "http://127.0.0.1:" + hook.getAddress().getPort() + "/";
        ServerLease lease = new ServerLease(redis.redis(), LIFE);
        lease.renew().toCompletableFuture().join();
        owner = lease.id();
        store("id", owner);
        webhooks = new Webhooks(
                tasks,
                new ApiTaskOwner(redis.redis(), lease.id(), LIFE),
                thread,
                new Webhooks.Retries(
                        2, Duration.ofSeconds(3), new Backoff(Duration.ofMillis(1), Duration.ofMillis(1))));
    }

    private static TaskTrace names(String id) {
        return TestTerms.PLAIN.trace().withId(id);
    }

    private void store(String id, String owner) {
        TaskRequest request = new TaskRequest(Map.of("main.asy", new byte[] {';'}), "main.asy", TaskOptions.DEFAULT, 1);
        Map<String, byte[]> fields = StoredRequest.fields(request, Optional.of(url), TestTerms.PLAIN, 0);
        tasks.store(id, owner, new ApiTasks.Contents(fields, request.files()), 10)
                .toCompletableFuture()
                .join();
        Verdict verdict = Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET);
        tasks.finish(id, owner, StoredOutcome.write(StoredOutcome.withoutRun("no", verdict, Duration.ZERO)))
                .toCompletableFuture()
                .join();
    }

    @AfterEach
    void stop() {
        webhooks.close();
        hook.stop(0);
        thread.shutdownNow();
        redis.close();
    }

    @Test
    void aHostThatNeverEndsItsAnswerIsTriedAgain() throws Exception {
        webhooks.tell(names("id"), url);
        HttpExchange endless = next();
        endless.sendResponseHeaders(200, 0);
        endless.getResponseBody().write('.');
        endless.getResponseBody().flush();

        next().sendResponseHeaders(204, -1);
    }

    @Test
    void aPlainHostIsAskedForNoOtherProtocol() throws Exception {
        webhooks.tell(names("id"), url);
        HttpExchange exchange = next();
        exchange.sendResponseHeaders(204, -1);

        assertEquals(List.of(), exchange.getRequestHeaders().getOrDefault("Upgrade", List.of()));
    }

    /** Found again by whoever read the index of unfinished work before the end was told. */
    @Test
    void aHostThatTookItIsNotToldAgain() throws Exception {
        webhooks.tell(names("id"), url);
        next().sendResponseHeaders(204, -1);
        Awaitility.await().until(() -> tasks.find("id")
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .isTold());

        webhooks.tell(names("id"), url);
        store("other-id", owner);
        webhooks.tell(names("other-id"), url);

        HttpExchange last = next();
        String told = new String(last.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        last.sendResponseHeaders(204, -1);
        assertTrue(told.contains("other-id"), told);
    }

    @Test
    void aHostThatTookItWhileRedisTakesNoWritesIsNotToldAgain() throws Exception {
        webhooks.tell(names("id"), url);
        HttpExchange first = next();
        limitMemory("1");
        first.sendResponseHeaders(204, -1);
        Awaitility.await("its release is refused").until(() -> redis.redis()
                .commands()
                .info("errorstats")
                .toCompletableFuture()
                .join()
                .contains("errorstat_OOM"));
        webhooks.tell(names("id"), url);
        limitMemory("0");
        Awaitility.await().until(() -> tasks.find("id")
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .isTold());

        assertEquals(List.of(), List.copyOf(asked));
    }

    private void limitMemory(String bytes) {
        redis.redis()
                .commands()
                .configSet("maxmemory", bytes)
                .toCompletableFuture()
                .join();
    }

    private HttpExchange next() throws InterruptedException {
        HttpExchange exchange = asked.poll(20, TimeUnit.SECONDS);
        assertNotNull(exchange, "nobody asked");
        return exchange;
    }
}
