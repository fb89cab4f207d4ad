package asyfleet.queueserver.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.queueserver.QueueServer;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --redis-wait}: a task is accepted when replicas have it. A master and a replica, both real and without a file. */
@Tag("slow")
class RedisWaitTest {

    @TempDir
    private Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    private DurableRedis master;
    private DurableRedis replica;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(DurableRedis.isPossible(), "no redis-server or no cc here");
        master = opened(DurableRedis.start(Files.createDirectory(directory.resolve("master"))));
        replica = opened(DurableRedis.start(
                Files.createDirectory(directory.resolve("replica")),
                "--replicaof",
                "127.0.0.1",
                String.valueOf(master.port())));
        Awaitility.await("the replica follows")
                .until(() -> info(replica, "replication").contains("master_link_status:up"));
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void anAcceptedTaskSurvivesTheLossOfTheMasterAndOfItsOwner() throws Exception {
        QueueServer owner = opened(master.queueServer("--redis-wait=1"));
        List<String> ids = AcceptedTasks.accepted(owner.address(), 20);
        master.kill();
        promoteReplica();
        owner.close(); // it has no Redis any more to tell anything
        opened(replica.queueServer());

        assertEquals(List.of(), AcceptedTasks.lost(replica.uri(), ids, Set.copyOf(ids)));
    }

    @Test
    void withoutEnoughReplicasATaskIsRefusedInWordsAndLeftNowhere() throws Exception {
        QueueServer server = opened(master.queueServer("--redis-wait=2"));
        HttpResponse<String> refused = AcceptedTasks.post(server.address());

        assertEquals(503, refused.statusCode());
        assertTrue(refused.body().contains("Too few replicas of Redis have the task"), refused.body());
        Awaitility.await("the task is gone")
                .until(() -> keys(master).stream().noneMatch(key -> key.startsWith("api.task:")));
    }

    private void promoteReplica() {
        try (Redis redis = Redis.connect(RedisSettings.of(replica.uri()))) {
            redis.commands().replicaofNoOne().toCompletableFuture().join();
        }
    }

    private static String info(DurableRedis server, String section) {
        try (Redis redis = Redis.connect(RedisSettings.of(server.uri()))) {
            return redis.commands().info(section).toCompletableFuture().join();
        }
    }

    private static List<String> keys(DurableRedis server) {
        try (Redis redis = Redis.connect(RedisSettings.of(server.uri()))) {
            return redis.commands().keys("*").toCompletableFuture().join();
        }
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.add(part);
        return part;
    }
}
