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
    private boolean sending;

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

    /**
     * Writes what waits, as long as there is room. Writing and flushing change whether there is, and that calls this method
     * again from within; a message that began there would stand between the two frames of the one that is being written.
     */
    private void send() {
        if (sending) {
            return;
        }
        sending = true;
        boolean drained;
        do {
            drained = writeWhileThereIsRoom();
            ctx.flush();
        } while (!drained && ctx.channel().isWritable());
        sending = false;
    }

    /** Whether nothing waits any more. */
    private boolean writeWhileThereIsRoom() {
        while (ctx.channel().isWritable()) {
            ServerMessage message = task.next();
            if (message == null) {
                return true;
            }
            ChannelFuture written = ctx.write(message);
            if (message.isLast()) {
                // Only once it is on its way: from the close frame on, the client has little time to read what waits.
                written.addListener(done -> close(new CloseReason(CloseReason.NORMAL, "")));
            }
        }
        return false;
    }
}
