package asyfleet.backend.serve;

import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

/**
 * The connection of a task's client: passes messages on in both directions, and holds back what the client does not read.
 * Confined to its event loop, but for {@link ServedTask.Link}.
 */
final class TaskConnection extends SimpleChannelInboundHandler<ClientMessage> implements ServedTask.Link {

    private final ServedTask task;
    private ChannelHandlerContext ctx;

    TaskConnection(ServedTask task) {
        this.task = task;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        ctx = context;
        task.connected(this);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ClientMessage message) {
        task.received(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        task.disconnected(this);
        context.fireChannelInactive();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        send();
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof ProtocolException) {
            task.broken(cause.getMessage());
        } else {
            context.fireExceptionCaught(cause);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        // A task that is being served when the server stops still gets its end; the server's drain limit bounds it.
        if (event != ServerStopping.EVENT) {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void wake() {
        ctx.executor().execute(this::send);
    }

    @Override
    public void close(CloseReason reason) {
        ctx.writeAndFlush(reason.frame());
    }

    private void send() {
        ServerMessage message = null;
        while (ctx.channel().isWritable() && (message = task.next()) != null) {
            ChannelFuture written = ctx.write(message);
            if (message instanceof ServerMessage.Complete) {
                // Only once it is on its way: from the close frame on, the client has little time to read what waits.
                written.addListener(done -> close(new CloseReason(CloseReason.NORMAL, "")));
            }
        }
        ctx.flush();
    }
}
