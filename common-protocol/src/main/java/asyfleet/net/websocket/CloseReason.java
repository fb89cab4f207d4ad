package asyfleet.net.websocket;

import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import java.nio.charset.StandardCharsets;

/**
 * The reason why a WebSocket is closed: a code of RFC 6455 and a text for people. To close a WebSocket write its
 * {@link #frame()}; the connection ends when the other side has answered, or soon after if it does not. Handlers get the
 * peer's reason as a user event.
 */
public record CloseReason(int code, String text) {

    public static final int NORMAL = 1000;
    public static final int GOING_AWAY = 1001;
    public static final int PROTOCOL_ERROR = 1002;

    /** Never sent: stands for a close frame without a code. */
    public static final int NONE_GIVEN = 1005;

    public static final int POLICY_VIOLATION = 1008;
    public static final int TOO_BIG = 1009;
    public static final int INTERNAL_ERROR = 1011;
    public static final int TRY_AGAIN_LATER = 1013;

    // A control frame holds 125 bytes, of which the code takes two.
    private static final int MAX_TEXT_BYTES = 123;

    public CloseReason {
        while (text.getBytes(StandardCharsets.UTF_8).length > MAX_TEXT_BYTES) {
            text = text.substring(0, text.offsetByCodePoints(text.length(), -1));
        }
    }

    /** The reason in the close frame of a peer, or 1005 if it said nothing. */
    static CloseReason of(CloseWebSocketFrame frame) {
        return new CloseReason(frame.statusCode() < 0 ? NONE_GIVEN : frame.statusCode(), frame.reasonText());
    }

    public CloseWebSocketFrame frame() {
        return new CloseWebSocketFrame(code, text);
    }
}
