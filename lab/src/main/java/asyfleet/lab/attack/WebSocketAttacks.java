package asyfleet.lab.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The attacks by frames of a WebSocket. */
final class WebSocketAttacks {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;

    private WebSocketAttacks() {}

    static List<FleetAttack> all() {
        return List.of(
                frames("a frame without a mask", new byte[] {(byte) (FINAL | TEXT), 3, 'r', 'u', 'n'}, 1002),
                frames("a reserved bit", frame(FINAL | 0x40 | TEXT, "run"), 1002),
                frames("compression that was not agreed on", frame(FINAL | 0x40 | TEXT, "\u00cb\u0048\u00cd"), 1002),
                frames("an unknown kind of frame", frame(FINAL | 3, "run"), 1002),
                frames("an unknown kind of control frame", frame(FINAL | 0xB, "run"), 1002),
                frames("a control frame in pieces", frame(PING, "run"), 1002),
                frames("a control frame of 200 bytes", frame(FINAL | PING, "a".repeat(200)), 1002),
                frames("a continuation of nothing", frame(FINAL, "run"), 1002),
                frames("a text within a text", join(frame(TEXT, "ru"), frame(FINAL | TEXT, "n")), 1002),
                frames("text that is not UTF-8", frame(FINAL | TEXT, "run \u00ff\u00fe"), 1007),
                frames("a close of one byte", frame(FINAL | CLOSE, "a"), 1002),
                frames("a close with a code that there is not", frame(FINAL | CLOSE, "\u0000\u0001"), 1002),
                frames("a frame of 2^63 bytes", head(FINAL | BINARY, 1L << 63), 1002, 1009),
                frames("a frame of 2^62 bytes", head(FINAL | BINARY, 1L << 62), 1009),
                frames("a text of 1 MB", frame(FINAL | TEXT, "add " + "a".repeat(1 << 20)), 1009, 1000, 1008),
                frames("a text in 70000 pieces", repeated(frame(TEXT, "run"), frame(0, "a"), 70_000), 1009, 1000, 1008),
                frames("JSON 10000 deep", frame(FINAL | TEXT, "options " + "[".repeat(10_000)), 1000, 1002, 1008),
                frames("contents that nobody announced", frame(FINAL | BINARY, "a".repeat(1000)), 1000, 1002, 1008),
                frames(
                        "a file out of the directory",
                        join(
                                frame(FINAL | TEXT, "add {\"filename\":\"../a.asy\",\"main\":true}"),
                                frame(FINAL | BINARY, "draw(unitcircle);")),
                        1000,
                        1002,
                        1008));
    }

    static String handshake(String host, String headers) {
        return "GET /asy HTTP/1.1\r\nHost: " + host + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + headers + "\r\n";
    }

    /** An open WebSocket. */
    static RawConnection open(TargetFleet fleet, String headers) throws IOException {
        RawConnection connection = RawConnection.open(fleet);
        String head = connection.send(handshake("localhost", headers)).readHead(ANSWER_LIMIT);
        if (!head.startsWith("HTTP/1.1 101 ")) {
            connection.close();
            throw new IOException("no WebSocket but " + head.lines().findFirst().orElse("nothing"));
        }
        if (head.toLowerCase().contains("permessage-deflate")) {
            connection.close();
            throw new IOException("compression was agreed on");
        }
        return connection;
    }

    private static FleetAttack frames(String name, byte[] frames, int... codes) {
        String expected = Arrays.stream(codes).mapToObj(String::valueOf).collect(Collectors.joining(" or "));
        return new FleetAttack("WebSocket: " + name, "closed with " + expected, fleet -> {
            try (RawConnection connection = open(fleet, "Sec-WebSocket-Extensions: permessage-deflate\r\n")) {
                connection.sendWhatItTakes(frames);
                RawConnection.Received answer = connection.readToEnd(ANSWER_LIMIT);
                int code = closeCode(answer.bytes());
                boolean right = Arrays.stream(codes).anyMatch(expectedCode -> expectedCode == code);
                return new Seen(right, answer.hungUp() ? "closed with " + code : "still open after code " + code);
            }
        });
    }

    static byte[] frame(int first, String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.ISO_8859_1);
        // A mask of zeros changes nothing.
        return join(head(first, bytes.length), bytes);
    }

    private static byte[] head(int first, long length) {
        ByteBuffer head = ByteBuffer.allocate(14).put((byte) first);
        if (length >= 0 && length < 126) {
            head.put((byte) (MASKED | length));
        } else if (length >= 0 && length < 1 << 16) {
            head.put((byte) (MASKED | 126)).putShort((short) length);
        } else {
            head.put((byte) (MASKED | 127)).putLong(length);
        }
        head.putInt(0);
        return Arrays.copyOf(head.array(), head.position());
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] repeated(byte[] first, byte[] more, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        for (int i = 0; i < times; i++) {
            all.writeBytes(more);
        }
        return all.toByteArray();
    }

    /** Of the close frame at the end of what a server sent; 0 if there is none. */
    private static int closeCode(byte[] received) {
        ByteBuffer frames = ByteBuffer.wrap(received);
        while (frames.remaining() >= 2) {
            int kind = frames.get() & 0xF;
            int length = frames.get() & 0x7F;
            if (length == 126 && frames.remaining() >= 2) {
                length = frames.getShort() & 0xFFFF;
            }
            if (kind == CLOSE && length >= 2 && frames.remaining() >= 2) {
                return frames.getShort() & 0xFFFF;
            }
            frames.position(Math.min(frames.limit(), frames.position() + length));
        }
        return 0;
    }
}
