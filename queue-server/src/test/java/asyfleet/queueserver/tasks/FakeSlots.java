package asyfleet.queueserver.tasks;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.DispatchedTasks;
import asyfleet.redis.backend.Registration;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.scheduler.ApplyDecisions;
import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.redis.scheduler.NewScheduler;
import asyfleet.redis.scheduler.QueueCommand;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Scheduler and backends in one, over a real Redis and real WebSockets: dispatches every task while it is told to, and
 * says for each what the test wants said.
 */
public final class FakeSlots implements AutoCloseable {

    private final Redis redis;
    private final NetThreads threads = NetThreads.create(1);
    private final NetServer server;
    private final FencingToken token;
    private final String slot;
    private final Thread loop = new Thread(this::work, "fake-slots");

    /** Set by the test's thread, read by the loop's and the connections'. */
    public volatile boolean dispatching = true;

    public volatile List<ServerMessage> answer = List.of();
    private volatile boolean closed;

    private volatile Channel last;

    /** A word for each connection that a queue server opened. */
    public final BlockingQueue<String> connected = new LinkedBlockingQueue<>();

    /** A word for each connection that a queue server closed. */
    public final BlockingQueue<String> leftAlone = new LinkedBlockingQueue<>();

    public FakeSlots(Redis redis) {
        this.redis = redis;
        this.token =
                await(new Leadership(redis, Duration.ofMinutes(5)).acquire()).orElseThrow();
        this.slot = await(new Registration(redis, Duration.ofMinutes(5)).register(1))
                .get(0);
        Routes routes = Routes.builder()
                .webSocket("/slot/{name}", WebSocketRoute.of((pipeline, request) -> {
                    pipeline.addLast(TaskCodec.server(TaskLimits.DEFAULT));
                    pipeline.addLast(new Speaker());
                }))
                .build();
        this.server = NetServer.start(NetServerSettings.onLoopback(0), routes, Operations.create(), threads);
        loop.start();
    }

    private void work() {
        List<String> waiting = new ArrayList<>();
        try (DispatchedTasks dispatched = DispatchedTasks.open(redis, "fake")) {
            while (!closed) {
                await(NewScheduler.take(redis, Duration.ofSeconds(60), token)).arrived().stream()
                        .map(Arrival::id)
                        .forEach(waiting::add);
                if (dispatching && !waiting.isEmpty()) {
                    List<QueueCommand> decisions = waiting.stream()
                            .map(id -> NewScheduler.dispatch(id, Duration.ofSeconds(30)))
                            .toList();
                    await(new ApplyDecisions(redis).run(token, decisions));
                    waiting.clear();
                }
                await(dispatched.next(10, Duration.ofMillis(50))).forEach(this::claim);
            }
        }
    }

    private void claim(Dispatched task) {
        String address = address();
        await(new ClaimTasks(redis, Duration.ofMinutes(5))
                .run(List.of(new ClaimTasks.ClaimRequest(task, address, slot))));
    }

    /** Where one connection more is taken. */
    public String address() {
        return "ws://127.0.0.1:" + server.port() + "/slot/" + UUID.randomUUID();
    }

    /** The process of the slot dies: the last connection closes. */
    public void die() {
        last.close();
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    /** A slot that has all to say ready, and hears when nobody waits any more. */
    private final class Speaker extends SimpleChannelInboundHandler<ClientMessage> {

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            last = ctx.channel();
            connected.add("connected");
            ctx.executor().execute(() -> answer.forEach(ctx::writeAndFlush));
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ClientMessage message) {
            // Queue servers only shorten times here.
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            leftAlone.add("left");
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        loop.join();
        server.close();
        threads.close();
    }
}
