package asyfleet.client.connect;

import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.Executor;

/**
 * Joins a WebSocket channel and a {@link Conversation}, which lives on the client's thread; belongs to the channel's
 * event loop itself.
 *
 * <p>It reads on only when the conversation has handled all that came, so a listener that is slow slows down the server
 * instead of filling our memory.
 */
final class ConversationHandler extends SimpleChannelInboundHandler<ServerMessage> {

    private final Conversation conversation;
    private final Executor owner;
    private int unhandled;
    private String closeReason = "";

    ConversationHandler(Conversation conversation, Executor owner) {
        this.conversation = conversation;
        this.owner = owner;
    }

    private record ChannelLink(Channel channel) implements Conversation.Link {

        @Override
        public void send(ClientMessage message) {
            channel.writeAndFlush(message);
        }

        @Override
        public void close() {
            channel.writeAndFlush(new CloseReason(CloseReason.NORMAL, "").frame());
            channel.config().setAutoRead(true);
        }
    }

    /** Called when the handshake is done, before the first frame is read: the conversation sees events in their order. */
    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(false);
        owner.execute(() -> conversation.connected(new ChannelLink(ctx.channel())));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ServerMessage message) {
        unhandled++;
        owner.execute(() -> {
            conversation.received(message);
            ctx.executor().execute(() -> handled(ctx));
        });
    }

    private void handled(ChannelHandlerContext ctx) {
        unhandled--;
        readOn(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        readOn(ctx);
    }

    private void readOn(ChannelHandlerContext ctx) {
        if (unhandled == 0) {
            ctx.read();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof CloseReason reason) {
            closeReason = " with code " + reason.code() + (reason.text().isEmpty() ? "" : ": " + reason.text());
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        String reason = "the server closed the connection" + closeReason;
        owner.execute(() -> conversation.lost(reason));
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        owner.execute(() -> conversation.lost("the connection broke: " + cause.getMessage()));
        ctx.close();
    }
}
