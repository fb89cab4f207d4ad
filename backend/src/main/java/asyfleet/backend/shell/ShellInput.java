package asyfleet.backend.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The input of a shell. A shell that computes does not read, so writing to it may block; a thread of the pool does it, and
 * what waits for it is bounded by {@link #MAX_WAITING_BYTES}.
 */
public final class ShellInput implements Runnable {

    public static final long MAX_WAITING_BYTES = 1 << 20;

    private static final byte[] END = new byte[0];

    private final OutputStream pipe;
    private final LinkedBlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();

    /** Counted up by the slot's thread and down by the writing one. */
    private final AtomicLong waitingBytes = new AtomicLong();

    ShellInput(OutputStream pipe) {
        this.pipe = pipe;
    }

    /** Returns how many bytes now wait; if that is more than allowed, these were not taken. */
    long offer(byte[] bytes) {
        long total = waitingBytes.addAndGet(bytes.length);
        if (bytes.length > 0 && total <= MAX_WAITING_BYTES) {
            waiting.add(bytes);
        }
        return total;
    }

    /** Lets {@link #run} return; the shell must be dead or reading for that. */
    void stop() {
        waiting.add(END);
    }

    @Override
    public void run() {
        try {
            for (byte[] bytes = waiting.take(); bytes != END; bytes = waiting.take()) {
                pipe.write(bytes);
                pipe.flush();
                waitingBytes.addAndGet(-bytes.length);
            }
        } catch (IOException dead) {
            // The shell's end is noticed by others.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
