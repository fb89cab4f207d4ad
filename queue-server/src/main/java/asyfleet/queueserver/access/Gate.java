package asyfleet.queueserver.access;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.websocket.WebSocketRoute;

/** The check of API tokens in front of every door. */
public final class Gate {

    private final ApiTokens tokens;

    public Gate(ApiTokens tokens) {
        this.tokens = tokens;
    }

    /** Whether everybody may come in. */
    public boolean isOpen() {
        return !tokens.areRequired();
    }

    /** Whether the one who sent this request would still be let in. */
    public boolean admits(Request request) {
        return tokens.admits(request);
    }

    /** An HTTP door behind the gate. */
    public RequestHandler guard(RequestHandler door) {
        return request -> {
            tokens.check(request);
            return door.handle(request);
        };
    }

    /** A WebSocket door behind the gate; what the door itself asks comes second. */
    public WebSocketRoute guard(WebSocketRoute door) {
        return door.withAdmission(request -> {
            tokens.check(request);
            return door.admission().admit(request);
        });
    }
}
