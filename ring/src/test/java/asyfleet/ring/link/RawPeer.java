package asyfleet.ring.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** The other side of a conversation, played byte by byte. */
public final class RawPeer implements Closeable {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;

    public RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    public static RawPeer connect(int port) throws IOException {
        return new RawPeer(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    public RawPeer say(String text) throws IOException {
        return say(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawPeer say(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** In pieces of this size. */
    public RawPeer say(String text, int piece) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int start = 0; start < bytes.length; start += piece) {
            socket.getOutputStream().write(bytes, start, Math.min(piece, bytes.length - start));
        }
        return this;
    }

    /** In two pieces, cut at this place if the text is long enough. */
    public RawPeer sayCut(String text, int place) throws IOException {
        int cut = Math.min(place, text.length());
        return say(text.substring(0, cut)).say(text.substring(cut));
    }

    /** Reads exactly this. */
    public RawPeer hear(String expected) throws IOException {
        byte[] heard = socket.getInputStream().readNBytes(expected.getBytes(StandardCharsets.UTF_8).length);
        assertEquals(expected, new String(heard, StandardCharsets.UTF_8));
        return this;
    }

    /** Reads the rest of a message whose end cannot be seen; it was sent in one piece, so it is all here. */
    public String hearRest() throws IOException {
        byte[] heard =
                socket.getInputStream().readNBytes(socket.getInputStream().available());
        return new String(heard, StandardCharsets.UTF_8);
    }

    /** Expects this message from a single read, as programs do that compare what they read with it. */
    public RawPeer hearAtOnce(String expected) throws IOException {
        assertEquals(expected, hearAtOnce());
        return this;
    }

    private String hearAtOnce() throws IOException {
        byte[] heard = new byte[1024];
        int count = socket.getInputStream().read(heard);
        return new String(heard, 0, Math.max(count, 0), StandardCharsets.UTF_8);
    }

    /** Answers a hail as the original manager does: any name that is not of its letters is met with silence. */
    public RawPeer answerHailAsTheOriginal() throws IOException {
        return hearAtOnce().matches("SALUTON; MI [-_a-zA-Z0-9]+") ? say("VERSIO 1.3") : this;
    }

    public String hearBytes(int count) throws IOException {
        return new String(socket.getInputStream().readNBytes(count), StandardCharsets.UTF_8);
    }

    /** Reads whatever still comes until the other side closes, or resets, the connection. */
    public void hearTheEnd() {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection is still open", e);
        } catch (IOException reset) {
            // That is an end as well: the other side had not read all that we sent.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
