package asyfleet.protocol.link;

import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.codec.MessageReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A frame of the link: a piece of what one side says about one task.
 *
 * @param task the number of the task on this link; the queue server counts them up and uses none twice
 * @param bytes what the kind says; never changed
 */
public record LinkFrame(Kind kind, int task, byte[] bytes) {

    /** The name that both sides agree on in the handshake. */
    public static final String SUBPROTOCOL = "asyfleet.link";

    /** How many bytes of a task a side may send before the other has given new credit. */
    public static final int WINDOW_BYTES = 256 << 10;

    /** Contents of messages go in pieces of this size, so that those of other tasks come between them. */
    public static final int PIECE_BYTES = 32 << 10;

    /** No frame is longer. */
    public static final int MAX_BYTES = 80 << 10;

    /** Kind and number. */
    static final int HEADER_BYTES = 1 + Integer.BYTES;

    private static final byte[] NOTHING = {};

    /** The kinds of frames; the position is the byte on the wire. */
    public enum Kind {
        /** Queue server: I fetch the task with this token. */
        OPEN,
        /** Backend: it is here, and what it says follows. */
        OPENED,
        /** A text frame of the task protocol. */
        TEXT,
        /** A piece of the contents that belong to it; more follow. */
        PART,
        /** The last piece. */
        LAST,
        /** So many more bytes of this task may come. */
        CREDIT,
        /**
         * Queue server: nobody waits for the task. Backend: there is no such task, or it is over here without
         * {@code complete}; the bytes say why, for people.
         */
        CLOSE
    }

    /** The kinds by their bytes on the wire. */
    static final Kind[] KINDS = Kind.values();

    public static LinkFrame open(int task, String token) {
        return new LinkFrame(Kind.OPEN, task, token.getBytes(StandardCharsets.US_ASCII));
    }

    public static LinkFrame opened(int task) {
        return new LinkFrame(Kind.OPENED, task, NOTHING);
    }

    public static LinkFrame credit(int task, int bytes) {
        return new LinkFrame(
                Kind.CREDIT,
                task,
                ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array());
    }

    public static LinkFrame close(int task, String why) {
        return new LinkFrame(Kind.CLOSE, task, why.getBytes(StandardCharsets.UTF_8));
    }

    /** The token or the reason. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * How much credit it gives.
     *
     * @throws LinkProtocolException if that cannot be
     */
    public int credit() {
        int credit = bytes.length == Integer.BYTES ? ByteBuffer.wrap(bytes).getInt() : 0;
        if (credit <= 0 || credit > WINDOW_BYTES) {
            throw new LinkProtocolException(
                    "credit of " + credit + " in " + bytes.length + " bytes; expected 1 to " + WINDOW_BYTES + " in 4");
        }
        return credit;
    }

    /**
     * Gives a piece of a message to its reader.
     *
     * @return the message that it completes; null if none
     * @throws ProtocolException if it breaks the task protocol
     */
    public <M> M read(MessageReader<M> reader) {
        return kind == Kind.TEXT ? reader.text(bytes) : reader.contents(bytes, kind == Kind.LAST);
    }

    /** How much of the credit it takes. */
    public int cost() {
        return HEADER_BYTES + bytes.length;
    }
}
