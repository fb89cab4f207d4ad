package asyfleet.queueserver.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.process.ChildProcess;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerMain;
import asyfleet.testing.ServiceCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of {@code docs/reliability.md}, "What is lost when": each cell with a real Redis, and a real queue server that
 * accepted tasks, is their owner, and may be killed. The words of each row are those of the page.
 */
@Tag("slow")
class DurabilityTest {

    /** Tasks that were accepted some seconds before, and tasks accepted in the last moment. */
    private static final int EARLY = 4;

    private static final int LAST = 8;

    @TempDir
    private Path directory;

    /** The ways in which Redis keeps its data. */
    enum Aof {
        OFF("no", "everysec"),
        EVERYSEC("yes", "everysec"),
        ALWAYS("yes", "always");

        private final List<String> options;

        Aof(String appendonly, String fsync) {
            this.options = List.of("--appendonly", appendonly, "--appendfsync", fsync);
        }
    }

    /** The accepted tasks that may be gone. */
    enum Loss {
        NOTHING,
        LAST_MOMENT,
        ALL
    }

    @BeforeEach
    void needPrograms() {
        Assumptions.assumeTrue(DurableRedis.isPossible(), "no redis-server or no cc here");
    }

    @ParameterizedTest(name = "{0}, AOF {1}: {2} is lost")
    @CsvSource({
        "the owner, OFF, NOTHING",
        "the owner, EVERYSEC, NOTHING",
        "the owner, ALWAYS, NOTHING",
        "the owner and Redis, OFF, ALL",
        "the owner and Redis, EVERYSEC, NOTHING",
        "the owner and Redis, ALWAYS, NOTHING",
        "the owner and the power of Redis, OFF, ALL",
        "the owner and the power of Redis, EVERYSEC, LAST_MOMENT",
        "the owner and the power of Redis, ALWAYS, NOTHING",
    })
    void whenTheOwnerIsKilledNoMoreIsLostThanThePageSays(String killed, Aof aof, Loss loss) throws Exception {
        try (DurableRedis redis = start(aof)) {
            Accepted accepted;
            try (ChildProcess owner = ownerProcess(redis)) {
                accepted = accept(owner.address(), redis);
                owner.kill();
            }
            strike(killed, redis);
            try (QueueServer next = redis.queueServer()) {
                assertTrue(next.port() > 0);
                judge(killed, aof, loss, accepted, redis);
            }
        }
    }

    @ParameterizedTest(name = "{0}, AOF {1}: nothing is lost")
    @CsvSource({
        "Redis, OFF",
        "Redis, EVERYSEC",
        "Redis, ALWAYS",
        "the power of Redis, OFF",
        "the power of Redis, EVERYSEC",
        "the power of Redis, ALWAYS",
    })
    void whileTheOwnerLivesNothingIsLost(String killed, Aof aof) throws Exception {
        try (DurableRedis redis = start(aof);
                QueueServer owner = redis.queueServer()) {
            Accepted accepted = accept(owner.address(), redis);
            strike(killed, redis);
            judge(killed, aof, Loss.NOTHING, accepted, redis);
        }
    }

    /** Tasks by the time of their acceptance. */
    private record Accepted(List<String> early, List<String> last) {

        List<String> all() {
            return Stream.concat(early.stream(), last.stream()).toList();
        }

        Set<String> safe(Loss loss) {
            return switch (loss) {
                case NOTHING -> Set.copyOf(all());
                case LAST_MOMENT -> Set.copyOf(early);
                case ALL -> Set.of();
            };
        }
    }

    private DurableRedis start(Aof aof) throws IOException {
        return DurableRedis.start(directory, aof.options.toArray(String[]::new));
    }

    private static Accepted accept(String server, DurableRedis redis) throws Exception {
        List<String> early = AcceptedTasks.accepted(server, EARLY);
        Awaitility.await("the disk has them").until(redis::isSynced);
        return new Accepted(early, AcceptedTasks.accepted(server, LAST));
    }

    private static void strike(String killed, DurableRedis redis) throws IOException {
        if (killed.contains("power")) {
            redis.losePower();
            redis.startAgain();
        } else if (killed.contains("Redis")) {
            redis.kill();
            redis.startAgain();
        }
    }

    private static void judge(String killed, Aof aof, Loss loss, Accepted accepted, DurableRedis redis)
            throws Exception {
        List<String> lost = AcceptedTasks.lost(redis.uri(), accepted.all(), accepted.safe(loss));
        System.out.printf(
                "durability killed=\"%s\" aof=%s accepted=%d lost=%d%n",
                killed, aof, accepted.all().size(), lost.size());
        if (loss == Loss.ALL) {
            assertEquals(accepted.all(), lost, "an empty Redis and no owner know of nothing");
        }
    }

    private static ChildProcess ownerProcess(DurableRedis redis) {
        return ServiceCommand.of(QueueServerMain.class, redis.uri(), "--lease=2s")
                .withJvm("-XX:+UseSerialGC")
                .start()
                .awaitReady();
    }
}
