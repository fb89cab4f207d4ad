package asyfleet.net;

import asyfleet.net.http.Headers;
import asyfleet.net.websocket.CloseReason;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * A WebSocket of a client whose calls block: for a program that has one conversation and ends. There the event loops of
 * {@link WebSocketConnector} would take longer to be made than the conversation. Confined to one thread.
 */
public final class BlockingWebSocket implements AutoCloseable {

    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;

    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;
    private static final int MOST_HEAD_BYTES = 64 << 10;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final String ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final Socket socket;
    private final DataInputStream in;
    private final long maxMessageBytes;
    private String closeReason = "";

    private BlockingWebSocket(Socket socket, long maxMessageBytes) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.maxMessageBytes = maxMessageBytes;
    }

    /** A whole message of the server. */
    public record WholeMessage(boolean isText, byte[] bytes) {}

    /**
     * Connects and shakes hands. A server that sends nothing for the ping interval of {@link ConnectorSettings} is asked
     * whether it is there, and given up after as long again.
     *
     * @param timeout of the connection and of each part of the answer
     * @throws WebSocketRefused if the server said no
     */
    public static BlockingWebSocket open(WebSocketTarget target, Duration timeout, long maxMessageBytes)
            throws IOException {
        return open(target, timeout, maxMessageBytes, () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    /** @param tls asked only for {@code wss} */
    static BlockingWebSocket open(
            WebSocketTarget target, Duration timeout, long maxMessageBytes, Supplier<SSLSocketFactory> tls)
            throws IOException {
        Socket socket = new Socket();
        try {
            int millis = Math.toIntExact(timeout.toMillis());
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(InetAddress.getByName(target.host()), target.port()), millis);
            Socket secured = target.isSecure() ? secured(socket, target, tls.get()) : socket;
            BlockingWebSocket opened = new BlockingWebSocket(secured, maxMessageBytes);
            opened.shakeHands(target);
            secured.setSoTimeout(
                    Math.toIntExact(ConnectorSettings.DEFAULT.liveness().ping().toMillis()));
            return opened;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket secured(Socket plain, WebSocketTarget target, SSLSocketFactory factory) throws IOException {
        SSLSocket secured = (SSLSocket) factory.createSocket(plain, target.host(), target.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private void shakeHands(WebSocketTarget target) throws IOException {
        byte[] random = new byte[16];
        ThreadLocalRandom.current().nextBytes(random);
        String key = Base64.getEncoder().encodeToString(random);
        socket.getOutputStream().write(request(target, key).getBytes(StandardCharsets.ISO_8859_1));
        String head = head();
        int status = status(head);
        if (status != SWITCHING_PROTOCOLS) {
            byte[] body = in.readNBytes(Math.min(MOST_HEAD_BYTES, contentLength(head)));
            throw new WebSocketRefused(target, status, new String(body, StandardCharsets.UTF_8));
        }
        if (!field(head, "sec-websocket-accept").equals(accept(key))) {
            throw new IOException(target + " answered the handshake of somebody else");
        }
    }

    private static String request(WebSocketTarget target, String key) {
        String path = target.uri().getRawPath().isEmpty() ? "/" : target.uri().getRawPath();
        String query = target.uri().getRawQuery();
        StringBuilder request = new StringBuilder("GET " + path + (query == null ? "" : "?" + query) + " HTTP/1.1\r\n");
        request.append("Host: ").append(target.uri().getRawAuthority()).append("\r\n");
        request.append("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
        request.append("Sec-WebSocket-Key: ").append(key).append("\r\n");
        target.subprotocol()
                .ifPresent(name ->
                        request.append("Sec-WebSocket-Protocol: ").append(name).append("\r\n"));
        for (Headers.Line line : target.headers().lines()) {
            request.append(line.name()).append(": ").append(line.value()).append("\r\n");
        }
        return request.append("\r\n").toString();
    }

    private String head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int ended = 0;
        while (ended < 4) { // \r\n\r\n
            int next = in.read();
            if (next < 0 || head.size() == MOST_HEAD_BYTES) {
                throw new IOException(
                        "the server answered the handshake with " + head.size() + " bytes without an end");
            }
            head.write(next);
            ended = next == "\r\n\r\n".charAt(ended) ? ended + 1 : next == '\r' ? 1 : 0;
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private static int status(String head) throws IOException {
        String[] words = head.split("\r\n", 2)[0].split(" ");
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[0-9]{3}")) {
            throw new IOException("the server does not speak HTTP");
        }
        return Integer.parseInt(words[1]);
    }

    private static int contentLength(String head) {
        String length = field(head, "content-length");
        return length.matches("[0-9]{1,9}") ? Integer.parseInt(length) : 0;
    }

    /** Its value, or nothing. */
    private static String field(String head, String name) {
        for (String line : head.split("\r\n")) {
            if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
                return line.substring(name.length() + 1).strip();
            }
        }
        return "";
    }

    private static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest((key + ACCEPT_SUFFIX).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    public void sendText(byte[] bytes) throws IOException {
        send(TEXT, bytes);
    }

    public void sendBinary(byte[] bytes) throws IOException {
        send(BINARY, bytes);
    }

    private void send(int opcode, byte[] bytes) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(14 + bytes.length).put((byte) (LAST | opcode));
        if (bytes.length < 126) {
            frame.put((byte) (MASKED | bytes.length));
        } else if (bytes.length < 1 << 16) {
            frame.put((byte) (MASKED | 126)).putShort((short) bytes.length);
        } else {
            frame.put((byte) (MASKED | 127)).putLong(bytes.length);
        }
        byte[] mask = new byte[4];
        ThreadLocalRandom.current().nextBytes(mask);
        frame.put(mask);
        for (int i = 0; i < bytes.length; i++) {
            frame.put((byte) (bytes[i] ^ mask[i & 3]));
        }
        socket.getOutputStream().write(frame.array(), 0, frame.position());
    }

    /** The next message; null if the server has closed, see {@link #closeReason}. */
    public WholeMessage receive() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int kind = CONTINUATION;
        while (true) {
            int first = firstByte();
            int opcode = first & 0x0f;
            byte[] data = first < 0 ? new byte[0] : data(maxMessageBytes - message.size());
            if (first < 0 || opcode == CLOSE) {
                closeReason = reason(data);
                return null;
            } else if (opcode == PING) {
                send(PONG, data);
            } else if (opcode != PONG) {
                kind = opcode == CONTINUATION ? kind : opcode;
                message.write(data);
                if ((first & LAST) != 0) {
                    return new WholeMessage(kind == TEXT, message.toByteArray());
                }
            }
        }
    }

    /** -1 at the end of the connection. */
    private int firstByte() throws IOException {
        try {
            return in.read();
        } catch (SocketTimeoutException e) {
            send(PING, new byte[0]);
            return in.read(); // its pong, or what it had to say; else the second time-out is the end
        }
    }

    private byte[] data(long most) throws IOException {
        long length = in.readUnsignedByte(); // a server does not mask
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = in.readLong();
        }
        if (length < 0 || length > most) {
            throw new IOException("the server sends a message of more than " + maxMessageBytes + " bytes");
        }
        byte[] data = in.readNBytes((int) length);
        if (data.length < length) {
            throw new EOFException("the connection ended within a message");
        }
        return data;
    }

    private static String reason(byte[] data) {
        if (data.length < 2) {
            return "";
        }
        int code = ByteBuffer.wrap(data).getShort() & 0xffff;
        String text = new String(data, 2, data.length - 2, StandardCharsets.UTF_8);
        return " with code " + code + (text.isEmpty() ? "" : ": " + text);
    }

    /** The server's words when it closed, to follow "closed the connection"; may be empty. */
    public String closeReason() {
        return closeReason;
    }

    /** Says so, if it still can. */
    @Override
    public void close() throws IOException {
        try {
            send(
                    CLOSE,
                    ByteBuffer.allocate(2).putShort((short) CloseReason.NORMAL).array());
        } catch (IOException gone) {
            // It need not hear of it any more.
        }
        socket.close();
    }
}
