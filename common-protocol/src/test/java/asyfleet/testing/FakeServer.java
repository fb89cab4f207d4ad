package asyfleet.testing;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** A server at {@code /asy} and {@code /} that does what a test tells it to, over real sockets. */
public final class FakeServer implements AutoCloseable {

    /** The server's end of one connection. */
    public interface Connection {

        void say(ServerMessage message);

        void close(int code, String reason);
    }

    /** All that clients said, in order. */
    public final List<ClientMessage> heard = new CopyOnWriteArrayList<>();

    /** Completes when a client has gone. */
    public final CompletableFuture<Void> left = new CompletableFuture<>();

    /** How many connections clients have opened. */
    public final AtomicInteger opened = new AtomicInteger();

    private final NetThreads threads = NetThreads.create(1);
    private final NetServer server;

    private FakeServer(BiConsumer<ClientMessage, Connection> script) {
        WebSocketRoute route = WebSocketRoute.of((pipeline, request) -> {
                    opened.incrementAndGet();
                    pipeline.addLast(TaskCodec.server(TaskLimits.DEFAULT));
                    pipeline.addLast(new Handler(script));
                })
                .withMaxFrameBytes(TaskLimits.DEFAULT.maxRequestFrameBytes());
        this.server = NetServer.start(
                NetServerSettings.onLoopback(0).withDrainLimit(Duration.ZERO),
                Routes.builder()
                        .webSocket("/asy", route)
                        .webSocket("/", route)
                        .webSocket("/kept", route.withSubprotocols("asy.keep"))
                        .build(),
                Operations.create(),
                threads);
    }

    public static FakeServer following(BiConsumer<ClientMessage, Connection> script) {
        return new FakeServer(script);
    }

    /** Says all of that when it is told to run. */
    public static FakeServer answering(ServerMessage... answers) {
        return following((message, connection) -> {
            if (message instanceof ClientMessage.Run) {
                List.of(answers).forEach(connection::say);
            }
        });
    }

    public URI uri() {
        return URI.create("ws://127.0.0.1:" + server.port() + "/asy");
    }

    /** Where the server lets clients keep their connections. */
    public URI keptUri() {
        return uri().resolve("/kept");
    }

    @Override
    public void close() {
        server.close();
        threads.close();
    }

    private final class Handler extends SimpleChannelInboundHandler<ClientMessage> {

        private final BiConsumer<ClientMessage, Connection> script;

        Handler(BiConsumer<ClientMessage, Connection> script) {
            this.script = script;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ClientMessage message) {
            heard.add(message);
            script.accept(message, new Connection() {
                @Override
                public void say(ServerMessage answer) {
                    ctx.writeAndFlush(answer);
                }

                @Override
                public void close(int code, String reason) {
                    ctx.writeAndFlush(new CloseReason(code, reason).frame());
                }
            });
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            left.complete(null);
            ctx.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
