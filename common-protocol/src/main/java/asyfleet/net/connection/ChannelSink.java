package asyfleet.net.connection;

import asyfleet.net.http.BodySink;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A streamed body on its way to the channel. Called from any thread; each call becomes a task of the event loop, also
 * when it is made there, so that all calls of one thread keep their order.
 */
final class ChannelSink implements BodySink {

    private final ChannelHandlerContext ctx;
    private final int maxPendingBytes;
    private final CompletionStage<Void> gone;
    private final Consumer<Boolean> ended;

    /** Bytes taken over and not yet with the client. Atomic: added to by writers, taken from by the event loop. */
    private final AtomicLong pendingBytes = new AtomicLong();

    /** Volatile: set by the event loop, read by writers, who need no more than to learn of it soon. */
    private volatile boolean open = true;

    /** @param ended called on the event loop when the last byte is out, or cannot be */
    ChannelSink(ChannelHandlerContext ctx, int maxPendingBytes, CompletionStage<Void> gone, Consumer<Boolean> ended) {
        this.ctx = ctx;
        this.maxPendingBytes = maxPendingBytes;
        this.gone = gone;
        this.ended = ended;
        gone.thenRun(() -> open = false);
    }

    @Override
    public boolean write(byte[] bytes) {
        // An empty chunk would end a chunked body.
        if (bytes.length == 0 || !open) {
            return open;
        }
        if (pendingBytes.addAndGet(bytes.length) - bytes.length > maxPendingBytes) {
            open = false;
            ctx.close();
            return false;
        }
        ctx.executor().execute(() -> writeNow(bytes));
        return true;
    }

    private void writeNow(byte[] bytes) {
        if (open) {
            ctx.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)))
                    .addListener(sent -> pendingBytes.addAndGet(-bytes.length));
        }
    }

    @Override
    public boolean keepsUp() {
        return open && pendingBytes.get() < maxPendingBytes / 2 && ctx.channel().isWritable();
    }

    @Override
    public void end() {
        ctx.executor().execute(() -> {
            if (open) {
                open = false;
                ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                        .addListener(sent -> ended.accept(sent.isSuccess()));
            }
        });
    }

    @Override
    public void whenAbandoned(Runnable action) {
        gone.thenRun(action);
    }
}
