package asyfleet.backend.execute;

import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/**
 * A buffer that joins small pieces of output into larger messages, without changing their order. Owned by the slot's
 * thread, which calls {@link #flush} a few milliseconds after the first piece.
 */
final class OutputGroups {

    private static final int FULL_BYTES = 64 << 10;

    private final Consumer<ServerMessage> listener;
    private final ByteArrayOutputStream group = new ByteArrayOutputStream();
    private OutputStreamName stream = OutputStreamName.STDOUT;

    OutputGroups(Consumer<ServerMessage> listener) {
        this.listener = listener;
    }

    boolean isEmpty() {
        return group.size() == 0;
    }

    void add(OutputStreamName from, byte[] piece, int length) {
        if (from != stream) {
            flush();
            stream = from;
        }
        group.write(piece, 0, length);
        if (group.size() >= FULL_BYTES) {
            flush();
        }
    }

    void flush() {
        if (!isEmpty()) {
            byte[] contents = group.toByteArray();
            group.reset();
            listener.accept(new ServerMessage.Output(stream, contents));
        }
    }
}
