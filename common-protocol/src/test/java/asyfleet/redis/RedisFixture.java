package asyfleet.redis;

import java.util.List;

/**
 * A real Redis for tests, the first of: the one at {@code ASYFLEET_TEST_REDIS}, a {@code redis-server} of this machine on
 * a free port, a container if a Docker engine answers, the binary that the embedded-redis artefact carries.
 *
 * <p>One per test class: {@code static final RedisFixture REDIS = RedisFixture.start()}, {@link #clear} before each test,
 * {@link #close} after all. Only the given Redis is shared with others; it must be one whose data may be deleted.
 */
public final class RedisFixture implements AutoCloseable {

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
