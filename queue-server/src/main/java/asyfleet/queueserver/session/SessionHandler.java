package asyfleet.queueserver.session;

import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.TaskTerms;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The handler between a WebSocket channel and its {@link Session}. Sits behind the codec; belongs to the channel's
 * event loop.
 */
final class SessionHandler extends SimpleChannelInboundHandler<ClientMessage> implements SessionReplies {

    private final SessionContext shared;
    private final TaskTerms terms;
    private Session session;
    private ChannelHandlerContext channel;
    private ScheduledFuture<?> idleTimer;
    private ScheduledFuture<?> uploadTimer;

    SessionHandler(SessionContext shared, TaskTerms terms) {
        this.shared = shared;
        this.terms = terms;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx;
        EventLoopOwner owner = new EventLoopOwner(ctx.executor());
        session = new Session(this, owner, terms, shared.entry(), shared.files(), shared.rules());
        uploadTimer = after(shared.rules().upload().total(), session::uploadTookTooLong);
        awaitNextMessage();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ClientMessage message) {
        awaitNextMessage();
        session.receive(message);
    }

    private void awaitNextMessage() {
        if (idleTimer != null) {
            idleTimer.cancel(false);
        }
        idleTimer = after(shared.rules().upload().idle(), session::idle);
    }

    private ScheduledFuture<?> after(Duration time, Runnable action) {
        return channel.executor().schedule(action, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void cancelTimers() {
        idleTimer.cancel(false);
        uploadTimer.cancel(false);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancelTimers();
        session.clientLeft();
        ctx.fireChannelInactive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ServerStopping.EVENT) {
            session.serverStops();
        } else if (event == ServerStopping.TIME_IS_UP) {
            session.serverCannotWait();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof ProtocolException) {
            session.broken(cause.getMessage());
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    @Override
    public void send(ServerMessage message) {
        channel.writeAndFlush(message);
    }

    @Override
    public void sendLast(ServerMessage message) {
        cancelTimers();
        channel.write(message);
        channel.writeAndFlush(new CloseReason(CloseReason.NORMAL, "").frame());
    }

    @Override
    public void closeGoingAway(String reason) {
        cancelTimers();
        channel.writeAndFlush(new CloseReason(CloseReason.GOING_AWAY, reason).frame());
    }
}
