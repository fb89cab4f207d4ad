package asyfleet.redis;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.KillArgs;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
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
 * {@link #close} after all. The classes of one JVM use the same server, one after the other; each finds it empty. A test
 * that stops, restarts or pauses its Redis takes {@link #startOwn}. Only the given Redis is shared with others; it must
 * be one whose data may be deleted.
 */
public final class RedisFixture implements AutoCloseable {

    static {
        // Long enough for a machine that builds much else meanwhile; nothing is asserted about time.
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }

    public static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    private static final Pattern COMMAND_CALLS = Pattern.compile("^cmdstat_([^:]+):calls=([0-9]+)");

    /** The server of this JVM; null until a test wants it. Guarded by the class, because of tests with threads. */
    private static TestRedisServer shared;

    /** Whether a test class has the shared server. */
    private static boolean taken;

    private final TestRedisServer server;
    private final boolean own;
    private final Redis redis;

    private RedisFixture(TestRedisServer server, boolean own) {
        this.server = server;
        this.own = own;
        this.redis = Redis.connect(RedisSettings.of(server.uri()));
    }

    /** The server that the test classes of this JVM share, made as good as new. */
    public static synchronized RedisFixture start() {
        if (taken) {
            throw new IllegalStateException("the test before has not closed its RedisFixture");
        }
        if (shared == null) {
            shared = TestRedisServer.start();
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
        }
        RedisFixture fixture = new RedisFixture(shared, false);
        try {
            fixture.awaitAlone();
            fixture.clear();
            fixture.forgetScripts();
        } catch (RuntimeException e) { // a fault of the test before, and not of all that follow
            fixture.redis.close();
            throw e;
        }
        taken = true;
        return fixture;
    }

    /** A server that nobody else uses, for a test that stops, restarts or pauses it. */
    public static RedisFixture startOwn() {
        return new RedisFixture(TestRedisServer.start(), true);
    }

    /** Waits until the clients of the test before are gone: they could change the data of this one. */
    private void awaitAlone() {
        Awaitility.await("the clients of the test before are gone")
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> redis.commands()
                                .clientList()
                                .toCompletableFuture()
                                .join()
                                .lines()
                                .count()
                        == 1);
    }

    private static synchronized void giveBack() {
        taken = false;
    }

    private void requireOwn() {
        if (!own) {
            throw new IllegalStateException("other tests use this Redis too; take RedisFixture.startOwn()");
        }
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

    public void remove(String key) {
        redis.commands().del(key).toCompletableFuture().join();
    }

    /** Forgets all scripts, as a Redis that restarted has. */
    public void forgetScripts() {
        redis.commands().scriptFlush().toCompletableFuture().join();
    }

    /** Kills the server with SIGKILL. {@link #restartEmpty} brings it back. Own servers only. */
    public void kill() {
        requireOwn();
        server.kill();
    }

    /** Kills the server with SIGKILL and starts an empty one on the same port. Own servers only. */
    public void restartEmpty() {
        requireOwn();
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

    /** Lets the server take commands and answer none, until the time is over. Own servers only. */
    public void hang(Duration time) {
        requireOwn();
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
        if (own) {
            server.close();
        } else {
            giveBack();
        }
    }
}
