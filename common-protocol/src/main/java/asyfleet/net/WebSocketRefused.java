package asyfleet.net;

import java.io.IOException;

/** The failure of a handshake that the server answered, but not with a WebSocket. */
public final class WebSocketRefused extends IOException {

    private final int status;
    private final String body;

    WebSocketRefused(WebSocketTarget target, int status, String body) {
        super(target + " refused the WebSocket with status " + status);
        this.status = status;
        this.body = body;
    }

    public int status() {
        return status;
    }

    /** The beginning of what the server said. */
    public String body() {
        return body;
    }
}
