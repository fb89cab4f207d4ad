package asyfleet.backend.execute;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * A reader of a pipe on a thread of its own, which hands what it reads to the owner, piece by piece. Few pieces are on
 * their way at a time: a program that writes faster than the owner takes waits at its pipe.
 */
final class Pump implements Runnable {

    private static final int PIECE_BYTES = 16 << 10;
    private static final int PIECES_ON_THEIR_WAY = 4;

    private final InputStream pipe;
    private final Executor owner;
    private final Consumer<byte[]> onPiece;
    private final Runnable onEnd;
    private final Semaphore room = new Semaphore(PIECES_ON_THEIR_WAY);

    Pump(InputStream pipe, Executor owner, Consumer<byte[]> onPiece, Runnable onEnd) {
        this.pipe = pipe;
        this.owner = owner;
        this.onPiece = onPiece;
        this.onEnd = onEnd;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[PIECE_BYTES];
        try {
            for (int read = pipe.read(buffer); read >= 0; read = pipe.read(buffer)) {
                handOver(Arrays.copyOf(buffer, read));
            }
        } catch (IOException closed) {
            // The same as its end.
        } finally {
            owner.execute(onEnd);
        }
    }

    private void handOver(byte[] piece) {
        room.acquireUninterruptibly();
        owner.execute(() -> {
            room.release();
            onPiece.accept(piece);
        });
    }
}
