package asyfleet.net.connection;

import asyfleet.net.bounds.WaitingBytes;
import asyfleet.net.http.BodySink;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A streamed body on its way to the channel. Called from any thread; each call becomes a task of the event loop, also
 * when it is made there, so that all calls of one thread keep their order.
 */
final class ChannelSink implements BodySink {

    private final ChannelHandlerContext ctx;
    private final WaitingBytes.Holder waiting;
    private final int maxPendingBytes;
    private final CompletableFuture<Void> gone;
    private final Consumer<Boolean> sent;

    /** Bytes taken over and not yet with the client. Atomic: added to by writers, taken from by the event loop. */
    private final AtomicLong pendingBytes = new AtomicLong();

    /** Volatile: set by whoever ends the body, read by writers, who need no more than to learn of it soon. */
    private volatile boolean ended;

    /** @param sent called on the event loop when the last byte is out, or cannot be */
    ChannelSink(
            ChannelHandlerContext ctx,
            WaitingBytes.Holder waiting,
            int maxPendingBytes,
            CompletableFuture<Void> gone,
            Consumer<Boolean> sent) {
        this.ctx = ctx;
        this.waiting = waiting;
        this.maxPendingBytes = maxPendingBytes;
        this.gone = gone;
        this.sent = sent;
    }

    @Override
    public boolean write(byte[] bytes) {
        // An empty chunk would end a chunked body.
        if (bytes.length == 0 || !isOpen()) {
            return isOpen();
        }
        if (pendingBytes.addAndGet(bytes.length) - bytes.length > maxPendingBytes || !waiting.take(bytes.length)) {
            ended = true;
            ctx.close();
            return false;
        }
        ctx.executor().execute(() -> writeNow(bytes));
        return true;
    }

    private void writeNow(byte[] bytes) {
        if (isOpen()) {
            ctx.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)))
                    .addListener(done -> giveBack(bytes));
        } else {
            giveBack(bytes);
        }
    }

    private void giveBack(byte[] bytes) {
        pendingBytes.addAndGet(-bytes.length);
        waiting.giveBack(bytes.length);
    }

    @Override
    public boolean keepsUp() {
        return isOpen()
                && pendingBytes.get() < maxPendingBytes / 2
                && ctx.channel().isWritable();
    }

    @Override
    public void end() {
        ctx.executor().execute(() -> {
            if (isOpen()) {
                ended = true;
                ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                        .addListener(done -> sent.accept(done.isSuccess()));
            }
        });
    }

    private boolean isOpen() {
        return !ended && !gone.isDone();
    }

    @Override
    public void whenAbandoned(Runnable action) {
        gone.thenRun(action);
    }
}
