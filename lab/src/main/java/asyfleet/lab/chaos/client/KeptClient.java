package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.figure.ChaosFigure;
import asyfleet.net.WebSocketTarget;
import asyfleet.protocol.task.ServerMessage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A client of {@code /asy} that sends one task after the other on connections that the server keeps. As the protocol says, a
 * task goes to a new connection if the kept one closes before the server has said a word of it. A message that comes between
 * two tasks counts for the earlier one: a second end would be seen.
 */
public final class KeptClient extends AsyClient {

    private final WebSocketTarget target;
    private final Deque<Keeping> free = new ConcurrentLinkedDeque<>(); // used by the threads of all tasks

    public KeptClient(ClientContext context) {
        super(context);
        this.target = context.target("/asy").withSubprotocol("asy.keep");
    }

    @Override
    public void run(ChaosFigure figure) throws InterruptedException {
        Keeping task = new Keeping(figure);
        Keeping before = free.poll();
        if (before == null) {
            open(target, task);
        } else {
            before.handOver(task);
        }
        await(task, leaves(figure));
        if (task.unheard) {
            task = new Keeping(figure);
            open(target, task);
            await(task, leaves(figure));
        }
        if (task.finished) {
            free.push(task);
        }
    }

    /** One task on a connection that another task takes over. Belongs to its event loop, but for what is volatile. */
    private final class Keeping extends Conversing {

        private Channel connection;
        private boolean takenOver;
        private boolean heard;
        private volatile boolean unheard; // read by the thread of the client
        private volatile boolean finished; // the same

        Keeping(ChaosFigure figure) {
            super(figure, figure.options());
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            connection = ctx.channel();
            super.handlerAdded(ctx);
        }

        /** Its connection is free for the next task. */
        void handOver(Keeping next) {
            connection.eventLoop().execute(() -> {
                next.takenOver = true;
                if (connection.isActive()) {
                    connection.pipeline().replace(this, null, next);
                } else {
                    next.closed();
                }
            });
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ServerMessage message) {
            heard = true;
            super.channelRead0(ctx, message);
        }

        @Override
        void finished() {
            finished = true;
            beOver();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            closed();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        private void closed() {
            if (takenOver && !heard && !hasLeft()) {
                unheard = true;
                beOver();
            } else {
                lost("the connection closed");
            }
        }
    }
}
