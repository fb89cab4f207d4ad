package asyfleet.redis;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.KillArgs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * A real Redis for tests, the first of: the one at {@code ASYFLEET_TEST_REDIS}, a {@code redis-server} of this machine on
 * a free port, a container if a Docker engine answers, the binary that the embedded-redis artefact carries.
 *
 * <p>One per test class: {@code static final RedisFixture REDIS = RedisFixture.start()}, {@link #clear} before each test,
 * {@link #close} after all. Only the given Redis is shared with others; it must be one whose data may be deleted.
 */
public final class RedisFixture implements AutoCloseable {

    static {
        // Long enough for a machine that builds much else meanwhile; nothing is asserted about time.
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }

    private static final Pattern COMMAND_CALLS = Pattern.compile("^cmdstat_([^:]+):calls=([0-9]+)");

    private final TestRedisServer server;
    private final Redis redis;

    private RedisFixture(TestRedisServer server) {
        this.server = server;
        this.redis = Redis.connect(RedisSettings.of(server.uri()));
    }

    public static RedisFixture start() {
        return new RedisFixture(TestRedisServer.start());
    }

    public String uri() {
        return server.uri();
    }

    /** A connection that all tests of the class may share. */
    public Redis redis() {
        return redis;
    }

    public void clear() {
        redis.commands().flushall().toCompletableFuture().join();
    }

    /** Forgets all scripts, as a Redis that restarted has. */
    public void forgetScripts() {
        redis.commands().scriptFlush().toCompletableFuture().join();
    }

    /** Kills the server with SIGKILL and starts an empty one on the same port. Only for a server that this fixture owns. */
    public void restartEmpty() {
        server.restartEmpty();
    }

    /** Kills slots: nobody renews them, and their time is over. */
    public List<String> kill(List<String> backends) {
        backends.forEach(id -> redis.commands()
                .del(RedisKeys.BACKEND + id)
                .toCompletableFuture()
                .join());
        return backends;
    }

    /** Cuts every connection but the fixture's own; what was under way is answered to nobody. */
    public void dropConnections() {
        redis.commands()
                .clientKill(KillArgs.Builder.typeNormal().skipme(true))
                .toCompletableFuture()
                .join();
    }

    /** Lets the server take commands and answer none, until the time is over. */
    public void hang(Duration time) {
        redis.commands().clientPause(time.toMillis()).toCompletableFuture().join();
    }

    /** How often each command was carried out so far, by scripts too: what a service costs, without a stopwatch. */
    public Map<String, Long> commandCalls() {
        Map<String, Long> calls = new TreeMap<>();
        redis.commands()
                .info("commandstats")
                .toCompletableFuture()
                .join()
                .lines()
                .forEach(line -> {
                    Matcher matcher = COMMAND_CALLS.matcher(line);
                    if (matcher.find()) {
                        calls.put(matcher.group(1), Long.valueOf(matcher.group(2)));
                    }
                });
        return calls;
    }

    /** For tests of this package and for looking at the schema as another program would. */
    public List<String> keys() {
        return redis.commands().keys("*").toCompletableFuture().join().stream()
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        redis.close();
        server.close();
    }
}
