package asyfleet.redis.connection;

import asyfleet.redis.ScriptFixture;
import asyfleet.redis.TestRedisServer;
import asyfleet.redis.queueserver.TaskUpdates;
import asyfleet.redis.schema.RedisKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Run by {@link LostNetworkTest} in a network namespace of its own: a Redis, a command connection and a subscription, and
 * a network that goes away and comes back.
 */
final class LostNetwork {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Flags of an interface, set as {@code ip link} would, which not every machine has. */
    private static final String SET_FLAGS =
            "my $r = pack('a16 s x14', 'lo', $ARGV[0]); socket(S, 2, 2, 0) && ioctl(S, 0x8914, $r) or die $!";

    private static final int UP = 1;
    private static final int DOWN = 0;

    private LostNetwork() {}

    public static void main(String[] args) throws Exception {
        loopback(UP);
        try (TestRedisServer server = TestRedisServer.start();
                Redis redis =
                        Redis.connect(new RedisSettings(server.uri(), Duration.ofSeconds(2), Duration.ofSeconds(1)))) {
            CountDownLatch heard = new CountDownLatch(1);
            String port = ":%04X".formatted(URI.create(server.uri()).getPort());
            TaskUpdates updates = TaskUpdates.subscribe(redis, id -> heard.countDown());
            if (establishedTo(port) < 2) {
                throw new IllegalStateException("there are no two connections to lose");
            }
            loopback(DOWN);
            redis.commands().ping();
            Awaitility.await("both connections given up").atMost(LIMIT).until(() -> establishedTo(port) == 0);
            loopback(UP);
            Awaitility.await("subscribed again")
                    .atMost(LIMIT)
                    .ignoreExceptions()
                    .until(() -> {
                        ScriptFixture.await(redis.commands()
                                .publish(RedisKeys.TASK_UPDATED, "1".getBytes(StandardCharsets.US_ASCII)));
                        return heard.await(100, TimeUnit.MILLISECONDS);
                    });
            updates.close();
        }
        System.out.println("both connections were given up and made again");
        System.exit(0);
    }

    private static void loopback(int flags) throws IOException, InterruptedException {
        Process perl = new ProcessBuilder("perl", "-e", SET_FLAGS, Integer.toString(flags))
                .inheritIO()
                .start();
        if (perl.waitFor() != 0) {
            throw new IllegalStateException("the flags of the loopback interface cannot be set to " + flags);
        }
    }

    /** Our ends of connections that the kernel takes for sound; the server's ends have another peer. */
    private static long establishedTo(String port) throws IOException {
        long count = 0;
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            count += Files.readAllLines(Path.of(table)).stream()
                    .map(line -> line.trim().split(" +"))
                    .filter(fields -> fields[2].endsWith(port) && fields[3].equals("01"))
                    .count();
        }
        return count;
    }
}
