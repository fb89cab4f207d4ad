package asyfleet.queueserver.slot;

import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage.Output;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The filter that keeps a client from seeing output twice when its task runs again: as many bytes as it already has are
 * held back, and a running checksum tells whether they were the same. If they were not (a program that prints the time,
 * say), the client is told so in the output and gets all of the new run. Confined to the task's owner.
 */
final class Replay {

    private static final byte[] NOTICE =
            "\n[the backend was lost; the program runs again from its start]\n".getBytes(StandardCharsets.UTF_8);

    private final Map<OutputStreamName, StreamPosition> streams = new EnumMap<>(OutputStreamName.class);

    /** The task runs again from its start. */
    void restart() {
        streams.values().forEach(StreamPosition::restart);
    }

    /** The part of this output that the client does not have yet. */
    List<Output> filter(Output output) {
        StreamPosition progress = streams.computeIfAbsent(output.stream(), stream -> new StreamPosition());
        return progress.take(output.contents()).stream()
                .map(bytes -> new Output(output.stream(), bytes))
                .toList();
    }

    /** One stream: what the client has, and how much of it the present run has printed again. */
    private static final class StreamPosition {

        private final CRC32C sent = new CRC32C();
        private long sentBytes;
        private long toSkip;
        private ByteArrayOutputStream held;

        /** A run that was itself cut off while it repeated old output leaves what the client has unchanged. */
        void restart() {
            toSkip = sentBytes;
            held = new ByteArrayOutputStream();
        }

        List<byte[]> take(byte[] bytes) {
            if (toSkip == 0) {
                return List.of(send(bytes));
            }
            int repeated = (int) Math.min(toSkip, bytes.length);
            held.write(bytes, 0, repeated);
            toSkip -= repeated;
            if (toSkip > 0) {
                return List.of();
            }
            byte[] rest = Arrays.copyOfRange(bytes, repeated, bytes.length);
            byte[] again = held.toByteArray();
            held = null;
            if (checksum(again) == sent.getValue()) {
                return rest.length == 0 ? List.of() : List.of(send(rest));
            }
            return rest.length == 0
                    ? List.of(send(NOTICE), send(again))
                    : List.of(send(NOTICE), send(again), send(rest));
        }

        private byte[] send(byte[] bytes) {
            sent.update(bytes);
            sentBytes += bytes.length;
            return bytes;
        }

        private static long checksum(byte[] bytes) {
            CRC32C checksum = new CRC32C();
            checksum.update(bytes);
            return checksum.getValue();
        }
    }
}
