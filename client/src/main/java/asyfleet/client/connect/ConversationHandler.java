package asyfleet.client.connect;

import asyfleet.net.WebSocketConnector;
import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.Executor;

/**
 * The handler that joins a WebSocket channel and a {@link Conversation}, which lives on the client's thread, or one
 * conversation after the other if the server keeps the connection; belongs to the channel's event loop itself.
 *
 * <p>It reads on only when the conversation has handled all that came, so a listener that is slow slows down the server
 * instead of filling our memory.
 */
final class ConversationHandler extends SimpleChannelInboundHandler<ServerMessage> {

    private final Executor owner;
    private final KeptConnections connections;
    private Conversation conversation;
    private int unhandled;
    private String closeReason = "";

    /** Whether the connection had a conversation before, and the server has not said a word in the present one. */
    private boolean unheardAgain;

    private boolean over;

    ConversationHandler(Conversation conversation, Executor owner, KeptConnections connections) {
        this.conversation = conversation;
        this.owner = owner;
        this.connections = connections;
    }

    /** The connection, as the client's thread sees it. */
    final class ChannelLink implements Conversation.Link {

        private final Channel channel;

        private ChannelLink(Channel channel) {
            this.channel = channel;
        }

        boolean isOpen() {
            return channel.isActive();
        }

        /** Has the next conversation on it. */
        void take(Conversation next) {
            channel.eventLoop().execute(() -> {
                conversation = next;
                unheardAgain = true;
                if (over) {
                    owner.execute(() -> connections.connectAgain(next));
                }
            });
            next.connected(this);
        }

        @Override
        public void send(ClientMessage message) {
            channel.writeAndFlush(message);
        }

        @Override
        public void release() {
            if (KeptConnections.SUBPROTOCOL.equals(
                    channel.attr(WebSocketConnector.SUBPROTOCOL).get())) {
                connections.keep(this);
            } else {
                close();
            }
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
        Conversation first = conversation;
        owner.execute(() -> first.connected(new ChannelLink(ctx.channel())));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ServerMessage message) {
        unhandled++;
        unheardAgain = false;
        Conversation present = conversation;
        owner.execute(() -> {
            present.received(message);
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
        over("the server closed the connection" + closeReason);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        over("the connection broke: " + cause.getMessage());
        ctx.close();
    }

    /** A kept connection may end while the next task is on its way to it: then the server has not heard of the task. */
    private void over(String reason) {
        if (over) {
            return;
        }
        over = true;
        Conversation last = conversation;
        boolean again = unheardAgain;
        owner.execute(() -> {
            if (again) {
                connections.connectAgain(last);
            } else {
                last.lost(reason);
            }
        });
    }
}
