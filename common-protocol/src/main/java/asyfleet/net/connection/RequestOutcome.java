package asyfleet.net.connection;

import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.websocket.WebSocketRoute;

/** The decision what to do with a request. */
sealed interface RequestOutcome {

    <R> R accept(Handler<R> handler);

    /** Answers every outcome. */
    interface Handler<R> {
        R on(Respond outcome);

        R on(Upgrade outcome);
    }

    /** It is answered. */
    record Respond(Response response) implements RequestOutcome {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The connection becomes a WebSocket. */
    record Upgrade(WebSocketRoute route, Request request) implements RequestOutcome {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
