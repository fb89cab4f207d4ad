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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The handler between a WebSocket channel and its {@link Session}, or one session after the other if the connection is
 * kept. Sits behind the codec; belongs to the channel's event loop.
 */
final class SessionHandler extends SimpleChannelInboundHandler<ClientMessage> implements SessionReplies {

    static final String CODEC = "task-codec";

    private final SessionContext shared;
    private TaskTerms terms;
    private final ConnectionReuse kept;
    private Session session;
    private ChannelHandlerContext channel;
    private ScheduledFuture<?> idleTimer;
    private ScheduledFuture<?> uploadTimer;
    private boolean betweenTasks;

    SessionHandler(SessionContext shared, TaskTerms terms, ConnectionReuse kept) {
        this.shared = shared;
        this.terms = terms;
        this.kept = kept;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx;
        beginSession();
        beginUpload();
        awaitNextMessage();
    }

    private void beginSession() {
        EventLoopOwner owner = new EventLoopOwner(channel.executor());
        session = new Session(this, owner, terms, shared.entry(), shared.files().apply(terms.caller()), shared.rules());
    }

    private void beginUpload() {
        uploadTimer = after(shared.rules().upload().total(), session::uploadTookTooLong);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ClientMessage message) {
        if (betweenTasks) {
            betweenTasks = false;
            beginUpload();
        }
        idleTimer.cancel(false);
        session.receive(message);
        awaitNextMessage();
    }

    /** Only while the client is to say something: a task may run for long without a word. */
    private void awaitNextMessage() {
        if (session.isCollecting() && !betweenTasks) {
            idleTimer = after(shared.rules().upload().idle(), session::idle);
        }
    }

    /** The client has its answer, and may send its next task. */
    private void awaitNextTask() {
        betweenTasks = true;
        channel.pipeline().replace(CODEC, CODEC, shared.codec());
        beginSession();
        idleTimer = after(
                ConnectionReuse.IDLE,
                () -> channel.writeAndFlush(new CloseReason(CloseReason.NORMAL, "no task for a while").frame()));
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
        if (message instanceof ServerMessage.Missing) {
            awaitNextMessage();
        }
    }

    @Override
    public boolean isKept() {
        return kept.hasTasksLeft();
    }

    @Override
    public void sendEnd(ServerMessage end, boolean undisturbed) {
        Optional<TaskTerms> next = undisturbed ? kept.takeTask() : Optional.empty();
        if (next.isPresent()) {
            terms = next.get();
            cancelTimers();
            channel.writeAndFlush(end);
            awaitNextTask();
        } else {
            sendLast(end);
        }
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
