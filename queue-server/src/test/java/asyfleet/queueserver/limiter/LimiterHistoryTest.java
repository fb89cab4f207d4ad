package asyfleet.queueserver.limiter;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetThreads;
import asyfleet.protocol.limiter.LimiterRequest;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerProcess;
import asyfleet.queueserver.TestQueueServer;
import asyfleet.redis.RedisFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Never more than the limit: hundreds of clients of several queue servers start, end and are cut at random, and queue
 * servers are killed under them.
 */
@Tag("slow")
class LimiterHistoryTest {

    private static final int LIMIT = 5;
    private static final int CLIENTS = 300;
    private static final String TOKEN = "token";

    /** Longer than a busy machine makes a server wait: one that loses its lease alive is not what is tested here. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final String LEASE_FLAG = "--lease=" + LEASE.toSeconds() + "s";

    private static RedisFixture redis;
    private static NetThreads threads;
    private static QueueServer survivor;

    private final long seed = Long.getLong("asyfleet.seed", 1);
    private final History history = new History();

    @BeforeAll
    static void serve() {
        redis = RedisFixture.start();
        threads = NetThreads.create(2);
        survivor = TestQueueServer.start(redis, "--auth-token=" + TOKEN, LEASE_FLAG);
    }

    @AfterAll
    static void stop() {
        survivor.close();
        threads.close();
        redis.close();
    }

    @Test
    void neverMoreThanTheLimitRunWhateverTheInterleavingAndWhoeverDies() {
        List<QueueServerProcess> doomed = List.of(doomed(), doomed());
        ExecutorService pool = Executors.newFixedThreadPool(40);
        Random random = new Random(seed);
        List<CompletableFuture<Void>> stories = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int server = random.nextInt(doomed.size() + 1);
            int port = server == doomed.size()
                    ? survivor.port()
                    : doomed.get(server).port();
            Random ofClient = new Random(seed + i);
            Runnable kill = i == CLIENTS / 3 ? doomed.get(0)::kill : i == CLIENTS / 2 ? doomed.get(1)::kill : () -> {};
            stories.add(CompletableFuture.runAsync(kill, pool).thenRun(() -> client(port, ofClient)));
        }
        CompletableFuture.allOf(stories.toArray(CompletableFuture[]::new)).join();
        pool.shutdown();

        assertTrue(history.most() <= LIMIT, replay() + history.most() + " at a time, limit " + LIMIT);
        // The dead may have held every place for most of the time: those come back with the end of their leases.
        Awaitility.await(replay() + "more than " + 10 * LIMIT + " ran")
                .atMost(LEASE.multipliedBy(3))
                .until(() -> {
                    client(survivor.port(), random);
                    return history.length() > 10 * LIMIT;
                });
        LimiterClient after = new LimiterClient(threads, survivor.port(), TOKEN);
        Awaitility.await().atMost(LEASE.multipliedBy(3)).until(() -> after.count("history") == 0);
    }

    private String replay() {
        return "seed " + seed + ", -Dasyfleet.seed replays: ";
    }

    private static QueueServerProcess doomed() {
        return QueueServerProcess.start(redis, "--auth-token=" + TOKEN, LEASE_FLAG);
    }

    private void client(int port, Random random) {
        try {
            LimiterClient client = new LimiterClient(threads, port, TOKEN);
            for (int i = 0; i < 12; i++) {
                if (client.start(Integer.toString(i), "history", LIMIT)) {
                    history.run(() -> askAndHear(client)); // long enough for others to ask meanwhile
                    if (random.nextInt(10) == 0) {
                        break;
                    }
                    client.end(Integer.toString(i));
                }
            }
            client.cut();
        } catch (CompletionException | LimiterClient.ClosedException e) {
            // Its server was killed.
        }
    }

    private static void askAndHear(LimiterClient client) {
        client.send(new LimiterRequest.GetRequestCount("history"));
        client.nextReply();
    }

    /** A request certainly runs from its acknowledgement until its end is sent: those are never more than the limit. */
    private static final class History {

        private final List<Integer> changes = new ArrayList<>();

        void run(Runnable request) {
            add(1);
            try {
                request.run();
            } finally {
                add(-1);
            }
        }

        private synchronized void add(int change) {
            changes.add(change);
        }

        synchronized int length() {
            return changes.size() / 2;
        }

        synchronized int most() {
            int running = 0;
            int most = 0;
            for (int change : changes) {
                running += change;
                most = Math.max(most, running);
            }
            return most;
        }
    }
}
