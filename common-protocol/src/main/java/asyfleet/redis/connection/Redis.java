package asyfleet.redis.connection;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.event.connection.ConnectionActivatedEvent;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A process's way to Redis: one shared connection for commands, and further ones for those who block or subscribe.
 *
 * <p>Lettuce reconnects by itself and sends again what was under way, so a command may be carried out twice: every
 * script here allows that. A command that gets no answer within the timeout fails, and its outcome is unknown. While
 * Redis is away at most {@link #MOST_WAITING} commands wait for it; more fail at once.
 *
 * <p>Safe for use by any thread. Completion callbacks run on Lettuce's threads: hop to your own before you touch state.
 */
public final class Redis implements AutoCloseable {

    private static final int MOST_WAITING = 50_000;
    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    /** For commands that wait on purpose; their own timeout is shorter. */
    private static final Duration BLOCKING_TIMEOUT = Duration.ofSeconds(30);

    private final ClientResources resources;
    private final ConnectionLoop loop;
    private final RedisClient client;
    private final StatefulRedisConnection<String, byte[]> connection;

    private Redis(
            ClientResources resources,
            ConnectionLoop loop,
            RedisClient client,
            StatefulRedisConnection<String, byte[]> connection) {
        this.resources = resources;
        this.loop = loop;
        this.client = client;
        this.connection = connection;
    }

    /** The same for programs that serve no metrics. */
    public static Redis connect(RedisSettings settings) {
        return connect(settings, new RedisMetrics(new PrometheusRegistry()));
    }

    /** Connects, or throws with one line that names the address and the reason. Blocks: for use at start-up only. */
    public static Redis connect(RedisSettings settings, RedisMetrics metrics) {
        RedisURI uri = parse(settings);
        ConnectionLoop loop = new ConnectionLoop();
        ClientResources resources = DefaultClientResources.builder()
                .eventLoopGroupProvider(loop)
                .computationThreadPoolSize(2)
                .commandLatencyRecorder(metrics)
                // Quick enough that a failover costs little, slow enough that a fleet does not hammer a starting Redis.
                .reconnectDelay(
                        Delay.fullJitter(Duration.ofMillis(20), Duration.ofSeconds(1), 20, TimeUnit.MILLISECONDS))
                .build();
        RedisClient client = RedisClient.create(resources, uri);
        client.setOptions(options(settings));
        client.addListener(metrics);
        try {
            StatefulRedisConnection<String, byte[]> connection = client.connect(CODEC);
            connection.sync().ping(); // one that loads its data lets everybody in, and refuses all else
            return new Redis(resources, loop, client, connection);
        } catch (RedisException e) {
            client.shutdown();
            resources.shutdown();
            loop.shutdown(0, 2, TimeUnit.SECONDS);
            Throwable root = root(e);
            throw new RedisUnavailableException("No Redis at " + address(uri) + ": " + reason(root), mayPass(root), e);
        }
    }

    /** Whether trying again may help: an error of Redis stays, unless it is about the state of Redis. */
    private static boolean mayPass(Throwable root) {
        return !(root instanceof RedisCommandExecutionException)
                || root instanceof RedisLoadingException
                || root instanceof RedisBusyException;
    }

    /** Checks a Redis URI without connecting. */
    public static void checkUri(String uri) {
        RedisURI.create(uri);
    }

    /** The address in a Redis URI, without user and password: the same for everybody who names it so. */
    public static String nameOf(String uri) {
        RedisURI parsed = RedisURI.create(uri);
        String address = parsed.getSentinels().isEmpty()
                ? Optional.ofNullable(parsed.getSocket()).orElse(parsed.getHost() + ":" + parsed.getPort())
                : parsed.getSentinels().stream()
                        .map(sentinel -> sentinel.getHost() + ":" + sentinel.getPort())
                        .sorted()
                        .collect(Collectors.joining(",", "", "#" + parsed.getSentinelMasterId()));
        return parsed.getDatabase() == 0 ? address : address + "/" + parsed.getDatabase();
    }

    private static RedisURI parse(RedisSettings settings) {
        RedisURI uri = RedisURI.create(settings.uri());
        uri.setTimeout(settings.commandTimeout());
        // Lettuce would tell them to a Redis from 7.2 on by CLIENT SETINFO, to which our user needs no right.
        uri.setLibraryName("");
        uri.setLibraryVersion("");
        return uri;
    }

    private static ClientOptions options(RedisSettings settings) {
        return ClientOptions.builder()
                .autoReconnect(true)
                .disconnectedBehavior(DisconnectedBehavior.DEFAULT)
                .requestQueueSize(MOST_WAITING)
                .socketOptions(socket(settings))
                .timeoutOptions(TimeoutOptions.builder()
                        .timeoutCommands()
                        .timeoutSource(new CommandTimeouts(settings.commandTimeout()))
                        .build())
                .build();
    }

    /**
     * A network that swallows packets tells nobody. What is not acknowledged within the time of a command shows it, and
     * so do probes where there is nothing to send, as on a subscription; then Lettuce connects anew, perhaps to another
     * master.
     */
    private static SocketOptions socket(RedisSettings settings) {
        Duration patience = settings.commandTimeout();
        int seconds = Math.max(1, (int) patience.toSeconds());
        return SocketOptions.builder()
                .connectTimeout(settings.connectTimeout())
                .tcpUserTimeout(TcpUserTimeoutOptions.builder()
                        .enable()
                        .tcpUserTimeout(patience)
                        .build())
                .keepAlive(KeepAliveOptions.builder()
                        .enable()
                        .idle(Duration.ofSeconds(seconds))
                        .interval(Duration.ofSeconds(1))
                        .count(seconds)
                        .build())
                .build();
    }

    private static String address(RedisURI uri) {
        return uri.getSentinels().isEmpty()
                ? uri.getHost() + ":" + uri.getPort()
                : "the Sentinels of " + uri.getSentinelMasterId();
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    private static String reason(Throwable root) {
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    public RedisAsyncCommands<String, byte[]> commands() {
        return connection.async();
    }

    /** The thread that writes commands and on which they complete. What it is given must not block. */
    ConnectionLoop executor() {
        return loop;
    }

    /** A connection of its own for commands that block; the caller closes it. Blocks while connecting. */
    public StatefulRedisConnection<String, byte[]> openConnection() {
        return client.connect(CODEC);
    }

    public StatefulRedisPubSubConnection<String, String> openSubscription() {
        return client.connectPubSub(StringCodec.UTF8);
    }

    /** Calls back each time a connection is up again; what Redis held may be gone by then. */
    public void onReconnect(Runnable listener) {
        resources
                .eventBus()
                .get()
                .filter(ConnectionActivatedEvent.class::isInstance)
                .subscribe(event -> listener.run());
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS);
        loop.shutdown(0, 2, TimeUnit.SECONDS);
    }

    /** One timeout for commands that answer at once, another for those that wait on purpose. */
    private static final class CommandTimeouts extends TimeoutOptions.TimeoutSource {

        private final Duration usual;

        CommandTimeouts(Duration usual) {
            this.usual = usual;
        }

        @Override
        public long getTimeout(RedisCommand<?, ?, ?> command) {
            return RedisMetrics.BLOCKING.contains(command.getType()) ? BLOCKING_TIMEOUT.toMillis() : usual.toMillis();
        }
    }
}
