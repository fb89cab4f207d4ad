package asyfleet.backend.claim;

import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.WebSocketTarget;
import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** The queue server's end of a task's connection. */
public final class BackendTaskClient extends SimpleChannelInboundHandler<ServerMessage> implements AutoCloseable {

    private final List<ServerMessage> received = new CopyOnWriteArrayList<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private Channel channel;

    private BackendTaskClient() {}

    public static BackendTaskClient connect(NetThreads threads, URI address) {
        BackendTaskClient client = new BackendTaskClient();
        client.channel = FakeScheduler.await(client.open(threads, address));
        return client;
    }

    /** Completes as the connection does; for those that are refused. */
    public static CompletionStage<Channel> tryConnect(NetThreads threads, URI address) {
        return new BackendTaskClient().open(threads, address);
    }

    private CompletionStage<Channel> open(NetThreads threads, URI address) {
        return new WebSocketConnector(threads, ConnectorSettings.DEFAULT)
                .connect(WebSocketTarget.of(address), Duration.ofSeconds(10), pipeline -> {
                    pipeline.addLast(TaskCodec.client(TaskLimits.DEFAULT));
                    pipeline.addLast(this);
                });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ServerMessage message) {
        received.add(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof CloseReason reason) {
            closed.complete(reason);
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed.complete(new CloseReason(1006, "no close frame"));
        ctx.fireChannelInactive();
    }

    public void send(ClientMessage message) {
        channel.writeAndFlush(message);
    }

    /** Says something that is no message. */
    public void sendText(String text) {
        channel.writeAndFlush(new TextWebSocketFrame(text));
    }

    /** All messages so far. */
    public List<ServerMessage> received() {
        return List.copyOf(received);
    }

    /** Everything that came until the connection was closed. */
    public List<ServerMessage> all() {
        closeReason();
        return received();
    }

    public CloseReason closeReason() {
        return FakeScheduler.await(closed);
    }

    public ServerMessage.Complete complete() {
        return (ServerMessage.Complete) Awaitility.await()
                .until(
                        () -> received.isEmpty() ? null : received.get(received.size() - 1),
                        last -> last instanceof ServerMessage.Complete);
    }

    /** Goes without a word, as a process that died. */
    @Override
    public void close() {
        channel.close();
    }
}
