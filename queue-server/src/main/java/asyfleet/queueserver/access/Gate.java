package asyfleet.queueserver.access;

import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.websocket.WebSocketRoute;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What every door asks before it lets a request in. */
public final class Gate {

    private final ApiTokens tokens;
    private final Origins origins;

    public Gate(ApiTokens tokens, Origins origins) {
        this.tokens = tokens;
        this.origins = origins;
    }

    /** An HTTP door behind the gate. */
    public RequestHandler guard(RequestHandler door) {
        return request -> {
            tokens.check(request);
            return door.handle(request).thenApply(response -> origins.allow(request, response));
        };
    }

    /** A WebSocket door behind the gate. */
    public WebSocketRoute guard(WebSocketRoute door) {
        return door.withOrigins(origins::isAllowed).withAdmission(request -> {
            tokens.check(request);
            return CompletableFuture.completedFuture(Optional.<Response>empty());
        });
    }
}
