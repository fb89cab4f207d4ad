package asyfleet.net;

import asyfleet.failure.StageFailure;
import asyfleet.net.bounds.SlowReaderGuard;
import asyfleet.net.websocket.WebSocketPipeline;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.AttributeKey;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The opener of WebSockets to servers. Thread-safe: all that changes belongs to a single connection. */
public final class WebSocketConnector {

    /** The sub-protocol that the server of a connection has taken up; none if it has not. */
    public static final AttributeKey<String> SUBPROTOCOL = AttributeKey.valueOf("asyfleet.subprotocol");

    // Room for an error's JSON; the answer to a successful handshake has no body.
    private static final int MAX_REFUSAL_BYTES = 64 << 10;

    private final NetThreads threads;
    private final ConnectorSettings settings;

    public WebSocketConnector(NetThreads threads, ConnectorSettings settings) {
        this.threads = threads;
        this.settings = settings;
    }

    /**
     * Connects, without blocking. Within the timeout the stage completes, on an event loop, with the open WebSocket, or
     * with what went wrong: {@link WebSocketRefused} if the server said no, {@link TimeoutException}, or another
     * {@link IOException}.
     *
     * @param own adds the caller's handlers, before the first frame is read; they are those of
     *     {@link asyfleet.net.websocket.WebSocketRoute.Installer}
     */
    public CompletionStage<Channel> connect(WebSocketTarget target, Duration timeout, Consumer<ChannelPipeline> own) {
        return connect(target, timeout, threads.loops(), own);
    }

    /** The same, on one of these event loops. */
    public CompletionStage<Channel> connect(
            WebSocketTarget target, Duration timeout, EventLoopGroup loops, Consumer<ChannelPipeline> own) {
        CompletableFuture<Channel> result = new CompletableFuture<>();
        locate(target).whenComplete((endpoint, failure) -> {
            if (failure != null) {
                result.completeExceptionally(StageFailure.causeOf(failure));
            } else {
                open(endpoint, timeout, loops, new ClientHandshake(target, settings, own, result), result);
            }
        });
        Future<?> timer = loops.schedule(
                () -> result.completeExceptionally(
                        new TimeoutException("no WebSocket from " + target + " within " + timeout)),
                timeout.toMillis(),
                TimeUnit.MILLISECONDS);
        result.whenComplete((channel, failure) -> timer.cancel(false));
        return result;
    }

    private record Endpoint(InetSocketAddress address, Optional<SslContext> tls) {}

    /** Looks up the name and loads certificates, both of which block, elsewhere; an address needs neither. */
    private CompletableFuture<Endpoint> locate(WebSocketTarget target) {
        if (!target.isSecure() && NetUtil.createByteArrayFromIpAddressString(target.host()) != null) {
            return CompletableFuture.completedFuture(
                    new Endpoint(new InetSocketAddress(target.host(), target.port()), Optional.empty()));
        }
        try {
            return CompletableFuture.supplyAsync(() -> lookUp(target), threads.lookups());
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new IOException("too many host names wait to be looked up", e));
        }
    }

    private Endpoint lookUp(WebSocketTarget target) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(target.host()), target.port());
            return new Endpoint(address, target.isSecure() ? Optional.of(clientTls()) : Optional.empty());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private SslContext clientTls() throws IOException {
        SslContextBuilder builder = SslContextBuilder.forClient();
        settings.authorities().ifPresent(file -> builder.trustManager(file.toFile()));
        return builder.build();
    }

    private void open(
            Endpoint endpoint,
            Duration timeout,
            EventLoopGroup loops,
            ClientHandshake handshake,
            CompletableFuture<Channel> result) {
        ChannelFuture connecting = new Bootstrap()
                .group(loops)
                .channel(threads.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
                .handler(new Initializer(endpoint, handshake))
                .connect(endpoint.address());
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                result.completeExceptionally(done.cause());
            }
        });
        result.exceptionally(failure -> {
            connecting.channel().close();
            return null;
        });
    }

    /** Builds the pipeline of one connection, on its event loop. */
    private final class Initializer extends ChannelInitializer<Channel> {

        private final Endpoint endpoint;
        private final ClientHandshake handshake;

        Initializer(Endpoint endpoint, ClientHandshake handshake) {
            this.endpoint = endpoint;
            this.handshake = handshake;
        }

        @Override
        protected void initChannel(Channel channel) {
            ChannelPipeline pipeline = channel.pipeline();
            InetSocketAddress address = endpoint.address();
            endpoint.tls()
                    .ifPresent(tls -> pipeline.addLast(
                            "tls", tls.newHandler(channel.alloc(), address.getHostString(), address.getPort())));
            long stallMillis = settings.liveness().stall().toMillis();
            pipeline.addLast(
                    WebSocketPipeline.IDLE, new IdleStateHandler(true, 0, stallMillis, 0, TimeUnit.MILLISECONDS));
            SlowReaderGuard.install(pipeline, settings.maxPendingBytes());
            pipeline.addLast("http", new HttpClientCodec());
            pipeline.addLast("aggregator", new HttpObjectAggregator(MAX_REFUSAL_BYTES));
            pipeline.addLast("handshake", handshake);
        }
    }
}
