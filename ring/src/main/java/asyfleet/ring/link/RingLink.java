package asyfleet.ring.link;

import asyfleet.ring.protocol.ManagerMessage;
import asyfleet.ring.protocol.RingEnd;
import asyfleet.ring.protocol.RingMessage;
import asyfleet.ring.protocol.RingState;
import asyfleet.ring.protocol.RunnerMessage;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * One end of a conversation on a blocking socket. Owned by the one thread that speaks at a time; {@link #close} may be
 * called by any, and ends whatever the owner waits for.
 *
 * <p>What the peer does wrong ends in an exception: {@link EOFException} if it left, {@link SocketTimeoutException} if it
 * is silent, {@link asyfleet.ring.protocol.RingProtocolException} if it broke the protocol.
 */
public final class RingLink<I extends RingMessage, O extends RingMessage> implements Closeable {

    private static final int READ_BYTES = 16 << 10;

    /** The bytes that are written and watched at a time: a slow peer may take long, but not stop. */
    private static final int WRITE_BYTES = 64 << 10;

    private final Socket socket;
    private final RingEnd<I, O> end;
    private final LinkLimits limits;
    private final Watchdog watchdog;
    private final byte[] buffer = new byte[READ_BYTES];
    private int read; // how much of the buffer is what came last

    private RingLink(Socket socket, RingEnd<I, O> end, LinkLimits limits, Watchdog watchdog) throws IOException {
        this.socket = socket;
        this.end = end;
        this.limits = limits;
        this.watchdog = watchdog;
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
    }

    /** The manager's end. */
    public static RingLink<RunnerMessage, ManagerMessage> toRunner(Socket socket, LinkLimits limits, Watchdog watchdog)
            throws IOException {
        return new RingLink<>(socket, RingEnd.manager(limits.sizes()), limits, watchdog);
    }

    /** The runner's end. */
    public static RingLink<ManagerMessage, RunnerMessage> toManager(Socket socket, LinkLimits limits, Watchdog watchdog)
            throws IOException {
        return new RingLink<>(socket, RingEnd.runner(limits.sizes()), limits, watchdog);
    }

    /** The address of the peer's machine. */
    public String peer() {
        return socket.getInetAddress().getHostAddress();
    }

    public RingState state() {
        return end.state();
    }

    /** The peer's next message, which may take as long as any answer. */
    public I receive() throws IOException {
        return receive(limits.silence());
    }

    /** The peer's next message where the state lets only one kind come. */
    public <M extends I> M receive(Class<M> only) throws IOException {
        return only.cast(receive());
    }

    /** The peer's next message. Waits no longer than this for it to begin; zero waits for ever. */
    public I receive(Duration patience) throws IOException {
        long start = System.nanoTime();
        I message = end.next();
        while (message == null) {
            if (!end.hasBegun()) {
                message = afterBytes(patience);
                start = System.nanoTime();
            } else {
                // However long it may take to begin: a message is written in one piece.
                Duration left = limits.silence().minusNanos(System.nanoTime() - start);
                message = end.awaitsQuiet() ? unlessQuiet(left) : afterBytes(left);
            }
        }
        return message;
    }

    /** A pause in a message that may be all ends it; one in a message that cannot be complete yet changes nothing. */
    private I unlessQuiet(Duration patience) throws IOException {
        if (readWithin(limits.quiet())) {
            return end.next();
        }
        I message = end.peerIsQuiet();
        return message != null ? message : afterBytes(patience);
    }

    private I afterBytes(Duration patience) throws IOException {
        if (patience.isNegative() || !readWithin(patience)) {
            throw new SocketTimeoutException(
                    "did not say " + end.state().words() + (end.hasBegun() ? " to its end" : "") + " in time");
        }
        return end.next();
    }

    /** False if nothing came in time. */
    private boolean readWithin(Duration patience) throws IOException {
        // What is left of a patience may be less than a millisecond, and no timeout would be for ever.
        socket.setSoTimeout(patience.isZero() ? 0 : Math.max(1, Math.toIntExact(patience.toMillis())));
        int count;
        try {
            count = socket.getInputStream().read(buffer);
        } catch (SocketTimeoutException nothing) {
            return false;
        }
        read = Math.max(count, 0);
        if (count < 0) {
            throw new EOFException("the connection was closed in state " + end.state());
        }
        end.receive(Arrays.copyOf(buffer, count));
        return true;
    }

    /** Notices a peer that left, or spoke out of turn, while it is our turn and we take our time. */
    public void checkPeer() throws IOException {
        readWithin(Duration.ofMillis(1));
        end.next(); // also of what came together with the last message
    }

    /**
     * Between two messages of ours that no answer parts: a peer that takes what it reads at once for one message must not
     * find them joined.
     */
    public void pause() throws IOException {
        long start = System.nanoTime();
        Duration left = limits.quiet();
        while (left.toMillis() > 0) {
            if (readWithin(left)) {
                end.next();
            }
            left = limits.quiet().minusNanos(System.nanoTime() - start);
        }
    }

    /** The peer is known to be our own program: see {@link RingEnd#writeWholeSizes}. */
    public void peerIsOurs() {
        end.writeWholeSizes();
    }

    /** Whether it is: we were told so, or it writes whole sizes, as no other program does. */
    public boolean isPeerOurs() {
        return end.writesWholeSizes();
    }

    /** More than this is not kept of what the peer sends. */
    public int mostBytes() {
        return limits.sizes().maxContentsBytes();
    }

    /** Whether what came last begins like this, which is no word of the protocol. */
    public boolean heard(String start) {
        return new String(buffer, 0, read, StandardCharsets.ISO_8859_1).startsWith(start);
    }

    /** Says a last word, whoever's turn it is. Any thread. */
    public void sendLast(O message) throws IOException {
        socket.getOutputStream().write(end.lastWord(message));
    }

    /** Says a message, to a peer that keeps reading. */
    public void send(O message) throws IOException {
        byte[] bytes = end.send(message);
        for (int start = 0; start < bytes.length; start += WRITE_BYTES) {
            try (Watchdog.Guard guard = watchdog.after(limits.silence(), this::close)) {
                socket.getOutputStream().write(bytes, start, Math.min(WRITE_BYTES, bytes.length - start));
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // It is of no use any more either way.
        }
    }
}
