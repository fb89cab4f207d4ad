package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.Grammar.Contents;
import asyfleet.protocol.task.codec.Grammar.Header;
import asyfleet.protocol.wire.SizeLimit;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The reader of one task's messages where they do not come as WebSocket frames of their own: {@link FrameDecoder} without
 * the frames, by the same rules and with the same errors. Confined to one thread.
 *
 * <pre>
 * TEXT      a text that is a whole message  → TEXT, message out
 * TEXT      a text whose contents follow    → CONTENTS
 * CONTENTS  a piece                         → CONTENTS
 * CONTENTS  the last piece                  → TEXT, message out
 * </pre>
 */
public final class MessageReader<M> {

    private final Grammar<M> grammar;
    private final SizeLimit textLimit;
    private final List<byte[]> pieces = new ArrayList<>();
    private int pieceBytes;
    private Contents<M> due;

    private MessageReader(Grammar<M> grammar, TaskLimits limits) {
        this.grammar = grammar;
        this.textLimit = new SizeLimit("a message", 0, limits.frames().maxTextBytes());
    }

    /** Reads what clients say. */
    public static MessageReader<ClientMessage> server(TaskLimits limits) {
        return new MessageReader<>(new ClientGrammar(limits), limits);
    }

    /** Reads what servers say. */
    public static MessageReader<ServerMessage> client(TaskLimits limits) {
        return new MessageReader<>(new ServerGrammar(limits), limits);
    }

    /** The message that the text is; null if its contents follow. */
    public M text(byte[] bytes) {
        if (due != null) {
            throw new ProtocolException("got a text of " + bytes.length + " bytes; expected "
                    + due.expected().what());
        }
        if (!textLimit.allows(bytes.length)) {
            throw new ProtocolException(textLimit.excess(bytes.length, true));
        }
        Header<M> header = grammar.read(utf8(bytes));
        due = header.contents();
        return header.message();
    }

    /** The message that the piece completes; null if more pieces follow. */
    public M contents(byte[] piece, boolean last) {
        if (due == null) {
            throw new ProtocolException("got contents of " + piece.length + " bytes; expected a message before them");
        }
        if (piece.length == 0 && !last) {
            throw new ProtocolException("got an empty piece of contents; expected bytes, unless it is the last");
        }
        long bytes = (long) pieceBytes + piece.length;
        SizeLimit limit = due.expected().limit();
        if (!limit.allows(bytes)) {
            throw new ProtocolException(limit.excess(bytes, last));
        }
        pieces.add(piece);
        pieceBytes += piece.length;
        if (!last) {
            return null;
        }
        Contents<M> completed = due;
        due = null;
        return completed.complete().apply(takeWhole());
    }

    private byte[] takeWhole() {
        byte[] whole = pieces.get(0);
        if (pieces.size() > 1) {
            ByteBuffer joined = ByteBuffer.allocate(pieceBytes);
            pieces.forEach(joined::put);
            whole = joined.array();
        }
        pieces.clear();
        pieceBytes = 0;
        return whole;
    }

    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ProtocolException("got " + bytes.length + " bytes; expected text in UTF-8");
        }
    }
}
