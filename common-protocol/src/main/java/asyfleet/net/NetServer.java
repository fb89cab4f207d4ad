package asyfleet.net;

import asyfleet.config.StartFailure;
import asyfleet.net.bounds.SharedBounds;
import asyfleet.net.connection.ConnectionContext;
import asyfleet.net.connection.HttpPipeline;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service's HTTP and WebSocket server, with {@code /healthz}, {@code /readyz} and {@code /metrics} beside the
 * service's own routes.
 *
 * <p>It stops in this order: it is no longer ready; it accepts no more connections; idle ones are closed, and every other
 * hears of it ({@link asyfleet.net.websocket.ServerStopping}); what is still open after the drain limit is told so (503
 * with {@code Retry-After}, 1001) and closed a moment later.
 */
public final class NetServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NetServer.class);

    private static final int BACKLOG = 1024;
    private static final Duration CLOSE_MARGIN = Duration.ofSeconds(5);

    /** For last words, and the peer's answer to them. */
    private static final Duration FAREWELL = Duration.ofSeconds(3);

    private final NetServerSettings settings;
    private final Routes routes;
    private final Operations operations;
    private final OpenConnections connections;
    private final Channel listener;

    /** Atomic: whoever stops the server may do so from any thread, and twice. */
    private final AtomicBoolean stopping = new AtomicBoolean();

    /** Atomic: set by whoever stops the server, read by all event loops. */
    private final AtomicBoolean keepAlive;

    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private NetServer(
            NetServerSettings settings,
            Routes routes,
            Operations operations,
            OpenConnections connections,
            AtomicBoolean keepAlive,
            Channel listener) {
        this.settings = settings;
        this.routes = routes;
        this.operations = operations;
        this.connections = connections;
        this.keepAlive = keepAlive;
        this.listener = listener;
    }

    /**
     * Listens. Blocks until it does, so it is not for event loops.
     *
     * @throws StartFailure if the address cannot be listened on or the TLS files cannot be used
     */
    public static NetServer start(
            NetServerSettings settings, Routes routes, Operations operations, NetThreads threads) {
        return start(settings, routes, operations, threads, SharedBounds.none(operations.registry()));
    }

    /** The same for a server that bounds what all its clients send and leave unread. */
    public static NetServer start(
            NetServerSettings settings, Routes routes, Operations operations, NetThreads threads, SharedBounds shared) {
        Optional<SslContext> tls = settings.listen().tls().map(TlsFiles::serverContext);
        HttpMetrics metrics = operations.http();
        OpenConnections connections = new OpenConnections(settings.maxConnections(), metrics);
        Routes all = routes.toBuilder()
                .get("/healthz", operations.healthz())
                .get("/readyz", operations.readyz())
                .get("/metrics", operations.metrics())
                .build();
        all.webSockets().forEach(metrics::webSocketServed);
        AtomicBoolean keepAlive = new AtomicBoolean(true);
        ConnectionContext context =
                new ConnectionContext(all, settings.limits(), shared, metrics, tls.isPresent(), keepAlive::get);
        ChannelFuture bound = new ServerBootstrap()
                .group(threads.loops())
                .channel(threads.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childHandler(new Initializer(context, connections, tls))
                .bind(new InetSocketAddress(
                        settings.listen().bind(), settings.listen().port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw cannotListen(settings.listen(), bound.cause());
        }
        return new NetServer(settings, all, operations, connections, keepAlive, bound.channel());
    }

    private static StartFailure cannotListen(Listen listen, Throwable cause) {
        String hint = listen.port() == 0 ? "" : "; stop what uses the port or choose another";
        return new StartFailure(
                "cannot listen on %s port %d: %s%s".formatted(listen.bind(), listen.port(), cause.getMessage(), hint),
                cause);
    }

    /** All that it serves, as {@link Routes#describe} has it. */
    public List<String> routes() {
        return routes.describe();
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** As in {@code http://127.0.0.1:8080}, with the port that was taken. */
    public String address() {
        String scheme = settings.listen().tls().isPresent() ? "https" : "http";
        String host = settings.listen().bind();
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    /**
     * Makes every answer from now on the last of its connection. A client that comes again then looks for another server, and
     * does not send a request on a connection that this one closes in the same moment.
     */
    public void endKeepAlive() {
        keepAlive.set(false);
    }

    /** Stops as described at the class, without blocking. Asked again, it answers with the same stage. */
    public CompletionStage<Void> stop() {
        operations
                .readiness()
                .add("server", () -> CompletableFuture.failedFuture(new IllegalStateException("stopping")));
        if (stopping.compareAndSet(false, true)) {
            listener.close().addListener(closed -> drain());
        }
        return stopped;
    }

    private void drain() {
        Duration limit = settings.drainLimit();
        Future<?> farewell = after(limit, this::endDrain);
        Future<?> end = after(limit.plus(FAREWELL), connections::closeAll);
        connections.stop().addListener(allClosed -> {
            farewell.cancel(false);
            end.cancel(false);
            stopped.complete(null);
        });
    }

    private Future<?> after(Duration time, Runnable action) {
        return listener.eventLoop().schedule(action, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void endDrain() {
        LOG.warn("drain limit over limit={} connections={}", settings.drainLimit(), connections.count());
        connections.giveUp();
    }

    /** {@link #stop()}, and waits for it. Not for event loops, and to be called before they end. */
    @Override
    public void close() {
        try {
            stop().toCompletableFuture()
                    .get(settings.drainLimit().plus(CLOSE_MARGIN).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.error("server did not stop address={} connections={}", address(), connections.count(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Builds the pipeline of each accepted connection, on its event loop. */
    private static final class Initializer extends ChannelInitializer<Channel> {

        private final ConnectionContext context;
        private final OpenConnections connections;
        private final Optional<SslContext> tls;

        Initializer(ConnectionContext context, OpenConnections connections, Optional<SslContext> tls) {
            this.context = context;
            this.connections = connections;
            this.tls = tls;
        }

        @Override
        protected void initChannel(Channel channel) {
            if (!connections.admit(channel)) {
                channel.close();
                return;
            }
            tls.ifPresent(ssl -> channel.pipeline().addLast("tls", ssl.newHandler(channel.alloc())));
            HttpPipeline.install(channel.pipeline(), context);
            connections.add(channel);
        }
    }
}
