package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.figure.ChaosFigure;
import asyfleet.lab.chaos.figure.FigureKind;
import asyfleet.lab.chaos.figure.ReferenceEnds;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.net.WebSocketTarget;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.codec.TaskCodec;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of {@code /asy}. It reads on after the last message until the connection closes: a second end would be seen.
 *
 * <p>Not the client library, which ends at the first last message, as it should.
 */
public class AsyClient implements TaskClient {

    private static final String MAIN = "main.asy";
    private static final Duration LEAVES_AFTER = Duration.ofMillis(1500);

    private final ClientContext context;

    public AsyClient(ClientContext context) {
        this.context = context;
    }

    @Override
    public void run(ChaosFigure figure) throws InterruptedException {
        run(new Conversing(figure, figure.options()), leaves(figure));
    }

    /** Some leave a task that would not end. */
    static boolean leaves(ChaosFigure figure) {
        return figure.kind() == FigureKind.ENDLESS && figure.task() % 2 == 0;
    }

    final void run(Conversing task, boolean leaves) throws InterruptedException {
        open(context.target("/asy"), task);
        await(task, leaves);
    }

    final void open(WebSocketTarget target, Conversing task) {
        context.open(target, pipeline -> {
                    pipeline.addLast(TaskCodec.client(TaskLimits.DEFAULT));
                    pipeline.addLast(task);
                })
                .exceptionally(failure -> {
                    task.lost("cannot connect: " + failure.getMessage());
                    return null;
                });
    }

    /** Waits for the end of a task, or leaves it. */
    final void await(Conversing task, boolean leaves) throws InterruptedException {
        if (leaves && task.runs(LEAVES_AFTER)) {
            context.history().add(at -> new HistoryEvent.Left(at, task.figure.task()));
            task.leave();
        } else if (!task.isOver(ClientContext.PATIENCE)) {
            context.gaveUp(task.figure.task());
            task.leave();
        }
    }

    /** One task as its connection shows it. Belongs to the event loop of its channel. */
    class Conversing extends SimpleChannelInboundHandler<ServerMessage> {

        private final ChaosFigure figure;
        private final TaskOptions options;
        private final ByteArrayOutputStream output = new ByteArrayOutputStream();
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private Optional<String> picture = Optional.empty();
        private boolean accepted;
        private boolean ended;
        private boolean waitsAgain;
        private volatile Channel channel; // set by its event loop, used to leave by the thread of the client
        private volatile boolean left; // the other way round

        Conversing(ChaosFigure figure, TaskOptions options) {
            this.figure = figure;
            this.options = options;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            channel = ctx.channel();
            if (!options.interactive()) {
                byte[] program = figure.program().getBytes(StandardCharsets.UTF_8);
                ctx.write(ClientMessage.Add.of(MAIN, true, program));
            }
            ctx.write(new ClientMessage.Options(
                    options.interactive(),
                    options.timeoutMillis(),
                    options.format(),
                    options.stderr(),
                    options.verbosity()));
            ctx.writeAndFlush(new ClientMessage.Run());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ServerMessage message) {
            if (message instanceof ServerMessage.Queue queue) {
                accept();
                if (queue.passed()) {
                    started(ctx);
                }
                if (queue.lost() != null) {
                    moved(queue.lost());
                }
            } else if (message instanceof ServerMessage.Output part) {
                output.writeBytes(part.contents());
                wrote(ctx, text());
            } else if (message instanceof ServerMessage.Result result) {
                picture = Optional.of(ReferenceEnds.digest(result.contents()));
            }
            message.endCode().ifPresent(code -> end(code.name()));
        }

        /** For kept connections: the task has ended. */
        void finished() {}

        /** For shells: the program runs. */
        void started(ChannelHandlerContext ctx) {}

        /** For shells: all that the program wrote until now. */
        void wrote(ChannelHandlerContext ctx, String all) {}

        /** The part of the output that counts. */
        String shown(String all) {
            return all;
        }

        private void accept() {
            if (!accepted) {
                accepted = true;
                context.accepted(figure.task());
            }
        }

        /** Told once more if what it waits for changes. */
        private void moved(boolean lost) {
            if (lost != waitsAgain) {
                waitsAgain = lost;
                context.moved(figure.task(), lost);
            }
        }

        private String text() {
            return output.toString(StandardCharsets.UTF_8);
        }

        private void end(String code) {
            if (!left) {
                ended = true;
                context.ended(figure.task(), code, picture, Optional.of(shown(text())));
                finished();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            lost("the connection closed");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            lost(cause.toString());
            ctx.close();
        }

        final void lost(String why) {
            if (!ended && !left && over.complete(null)) {
                context.vanished(figure.task(), why);
            }
            over.complete(null);
        }

        /** There is no more to wait for. */
        final void beOver() {
            over.complete(null);
        }

        final boolean isOver(Duration limit) throws InterruptedException {
            try {
                over.get(limit.toMillis(), TimeUnit.MILLISECONDS);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException("a task is over by a value only", e);
            }
        }

        /** Whether it is still under way after this time. */
        final boolean runs(Duration time) throws InterruptedException {
            return !isOver(time);
        }

        final boolean hasLeft() {
            return left;
        }

        final void leave() {
            left = true;
            if (channel != null) {
                channel.close();
            }
        }
    }
}
