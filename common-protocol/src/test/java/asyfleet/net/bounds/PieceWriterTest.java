package asyfleet.net.bounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PieceWriterTest {

    private static final int LARGE = 1 << 20;

    /** The end of the pipeline where a socket would be: it takes what it is told to take. */
    private static final class Socket extends ChannelOutboundHandlerAdapter {

        private final Queue<Runnable> held = new ArrayDeque<>();
        private long bytes;

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            bytes += ((ByteBuf) message).readableBytes();
            // Written without a flush it counts as waiting, which is how a channel stops being writable.
            ctx.write(message, promise);
        }

        @Override
        public void flush(ChannelHandlerContext ctx) {
            held.add(ctx::flush);
        }
    }

    private final Socket socket = new Socket();
    private final EmbeddedChannel channel = new EmbeddedChannel(socket, new PieceWriter());

    private void read() {
        while (!socket.held.isEmpty()) {
            socket.held.remove().run();
            channel.runPendingTasks();
        }
    }

    @Test
    void aLargeBufferIsNotGivenToASocketThatDoesNotTakeIt() {
        ChannelFuture written = channel.writeAndFlush(Unpooled.buffer(LARGE).writeZero(LARGE));

        assertTrue(socket.bytes <= 128 << 10, socket.bytes + " bytes");
        assertFalse(written.isDone());
        read();
        assertEquals(LARGE, socket.bytes);
        assertTrue(written.isSuccess());
        channel.releaseOutbound();
    }

    @Test
    void theBytesComeWholeAndInOrder() {
        byte[] contents = new byte[LARGE + 1];
        new Random(1).nextBytes(contents);
        channel.write(Unpooled.copiedBuffer(new byte[] {1, 2, 3}));
        channel.write(Unpooled.wrappedBuffer(contents));
        channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {4, 5, 6}));
        read();

        ByteBuf sent = Unpooled.buffer();
        for (ByteBuf piece = channel.readOutbound(); piece != null; piece = channel.readOutbound()) {
            sent.writeBytes(piece);
            piece.release();
        }
        ByteBuf expected = Unpooled.wrappedBuffer(new byte[] {1, 2, 3}, contents, new byte[] {4, 5, 6});
        assertEquals(expected, sent);
    }

    @Test
    void whatWaitsWhenTheConnectionEndsIsReleasedAndFails() {
        ByteBuf large = Unpooled.buffer(LARGE).writeZero(LARGE);
        ChannelFuture written = channel.writeAndFlush(large);
        channel.close();

        assertTrue(written.isDone() && !written.isSuccess());
        assertEquals(0, large.refCnt());
    }
}
