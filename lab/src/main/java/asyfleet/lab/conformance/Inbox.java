package asyfleet.lab.conformance;

import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The receiving end of one WebSocket, frame by frame. The JDK's client calls it, one call at a time; the check takes
 * from it on its own thread. Holds one frame and the end at most: the next is asked for when the last was taken.
 */
final class Inbox implements WebSocket.Listener {

    /** A whole frame, or the end. Exactly one of the fields is set. */
    record Frame(String text, byte[] binary, String end) {}

    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream binary = new ByteArrayOutputStream();

    /** The next frame, if one comes in time. */
    Optional<Frame> take(WebSocket socket, Duration patience) {
        try {
            Frame frame = frames.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (frame != null && frame.end == null) {
                socket.request(1);
            }
            return Optional.ofNullable(frame);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            frames.add(new Frame(text.toString(), null, null));
            text.setLength(0);
        } else {
            socket.request(1);
        }
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        binary.writeBytes(bytes);
        if (last) {
            frames.add(new Frame(null, binary.toByteArray(), null));
            binary.reset();
        } else {
            socket.request(1);
        }
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        frames.add(new Frame(null, null, "the connection closed with code " + code + " \"" + reason + "\""));
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        frames.add(new Frame(null, null, "the connection broke: " + error));
    }
}
