package asyfleet.protocol.link;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.codec.MessageParts;
import java.util.Arrays;

/** A message of a task that goes over the link frame by frame. Confined to the link's event loop. */
public final class OutgoingMessage {

    private final MessageParts parts;
    private boolean begun;
    private int sent;

    private OutgoingMessage(MessageParts parts) {
        this.parts = parts;
    }

    public static OutgoingMessage of(ServerMessage message) {
        return new OutgoingMessage(MessageParts.of(message));
    }

    public static OutgoingMessage of(ClientMessage message) {
        return new OutgoingMessage(MessageParts.of(message));
    }

    /** Whether it has a text that a frame can hold. */
    public boolean fits() {
        return parts.text().length <= LinkFrame.MAX_BYTES - LinkFrame.HEADER_BYTES;
    }

    /** The next frame; to be called until {@link #isSent}. */
    public LinkFrame next(int task) {
        if (!begun) {
            begun = true;
            return new LinkFrame(LinkFrame.Kind.TEXT, task, parts.text());
        }
        byte[] contents = parts.contents();
        int from = sent;
        sent = Math.min(contents.length, from + LinkFrame.PIECE_BYTES);
        boolean last = sent == contents.length;
        byte[] piece = from == 0 && last ? contents : Arrays.copyOfRange(contents, from, sent);
        if (last) {
            sent++; // contents of no bytes have a frame, too
        }
        return new LinkFrame(last ? LinkFrame.Kind.LAST : LinkFrame.Kind.PART, task, piece);
    }

    public boolean isSent() {
        return begun && (parts.contents() == null || sent > parts.contents().length);
    }
}
