package asyfleet.net.route;

import asyfleet.net.http.Method;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.websocket.WebSocketRoute;
import java.util.Map;
import java.util.Set;

/** The result of looking up a request in {@link Routes}. {@code template} names the route in metrics and logs. */
public sealed interface RouteMatch {

    <R> R accept(Handler<R> handler);

    /** Answers every outcome of a lookup. */
    interface Handler<R> {
        R on(Served match);

        R on(Upgraded match);

        R on(UpgradeOnly match);

        R on(NotAllowed match);

        R on(NotFound match);
    }

    /** A handler serves path and method. */
    record Served(String template, RequestHandler handler, Map<String, String> params) implements RouteMatch {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The request asks for a WebSocket, and there is one at the path. */
    record Upgraded(String template, WebSocketRoute route, Map<String, String> params) implements RouteMatch {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** There is a WebSocket at the path and nothing else for this method, and the request does not ask for it. */
    record UpgradeOnly(String template, WebSocketRoute route, Map<String, String> params) implements RouteMatch {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The path exists, with other methods. */
    record NotAllowed(String template, Set<Method> allowed) implements RouteMatch {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** No such path. */
    record NotFound() implements RouteMatch {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
