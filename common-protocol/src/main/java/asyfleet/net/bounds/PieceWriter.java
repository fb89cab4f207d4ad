package asyfleet.net.bounds;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.stream.ChunkedInput;
import io.netty.handler.stream.ChunkedWriteHandler;

/**
 * The handler that writes large buffers in pieces, each when the socket can take it. Netty copies to direct memory
 * whatever is written, so an answer that is written as a whole would have a second copy for as long as its client does not
 * read. Confined to the connection's event loop.
 */
public final class PieceWriter extends ChunkedWriteHandler {

    private static final int PIECE_BYTES = 64 << 10;

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        boolean large = message instanceof ByteBuf data && data.readableBytes() > PIECE_BYTES;
        super.write(ctx, large ? new Pieces((ByteBuf) message) : message, promise);
    }

    /** The pieces of one buffer, which they share. */
    private static final class Pieces implements ChunkedInput<ByteBuf> {

        private final ByteBuf whole;
        private final int length;

        Pieces(ByteBuf whole) {
            this.whole = whole;
            this.length = whole.readableBytes();
        }

        @Override
        public boolean isEndOfInput() {
            return !whole.isReadable();
        }

        @Override
        public ByteBuf readChunk(ByteBufAllocator allocator) {
            return whole.readRetainedSlice(Math.min(PIECE_BYTES, whole.readableBytes()));
        }

        @Override
        @Deprecated
        public ByteBuf readChunk(ChannelHandlerContext ctx) {
            return readChunk(ctx.alloc());
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public long progress() {
            return length - whole.readableBytes();
        }

        @Override
        public void close() {
            whole.release();
        }
    }
}
