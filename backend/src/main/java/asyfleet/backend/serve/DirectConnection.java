package asyfleet.backend.serve;

import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The connection of a client of our own up to {@code run}; from then on, a {@link TaskConnection} takes its place, because
 * from then on the task is like any other. Confined to its event loop.
 */
final class DirectConnection extends SimpleChannelInboundHandler<ClientMessage> {

    private final DirectTasks tasks;
    private final DirectDraft draft = new DirectDraft();
    private ScheduledFuture<?> patience;
    private boolean refused;
    private boolean started;

    DirectConnection(DirectTasks tasks) {
        this.tasks = tasks;
    }

    /** Whether there is a task, which then has the place of this connection. */
    boolean hasStarted() {
        return started;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        long millis = DirectTasks.UPLOAD_LIMIT.toMillis();
        String mistake = "no run within " + millis + "ms; expected add, options and run";
        patience = ctx.executor().schedule(() -> refuse(ctx, mistake), millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        patience.cancel(false);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ClientMessage message) {
        if (!refused) {
            message.accept(new Rules(ctx));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof ProtocolException) {
            refuse(ctx, cause.getMessage());
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    private void refuse(ChannelHandlerContext ctx, String error) {
        if (!refused) {
            refused = true;
            ctx.write(new ServerMessage.Complete(false, error, null, Verdict.of(EndCode.BAD_REQUEST, Stage.FLEET)));
            ctx.writeAndFlush(new CloseReason(CloseReason.NORMAL, "").frame());
        }
    }

    /** The messages that a client may send before {@code run}. */
    private final class Rules implements ClientMessage.Handler<Void> {

        private final ChannelHandlerContext ctx;

        Rules(ChannelHandlerContext ctx) {
            this.ctx = ctx;
        }

        @Override
        public Void on(ClientMessage.Add add) {
            draft.add(add);
            return null;
        }

        @Override
        public Void on(ClientMessage.Options options) {
            draft.set(options);
            return null;
        }

        @Override
        public Void on(ClientMessage.Run run) {
            ServedTask task = tasks.start(draft);
            started = true;
            ctx.pipeline().replace(DirectConnection.this, "task", new TaskConnection(task));
            return null;
        }

        @Override
        public Void on(ClientMessage.Input input) {
            throw TaskRules.outOfTurn("input", "add, options or run");
        }
    }
}
