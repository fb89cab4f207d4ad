package asyfleet.net.connection;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.http.Target;
import asyfleet.net.route.RawPath;
import asyfleet.net.route.RouteMatch;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The way of one request through the routes to its outcome. */
record RequestDispatch(Exchange exchange, byte[] body, Peer peer)
        implements RouteMatch.Handler<CompletionStage<RequestDispatch.Outcome>> {

    /** Never throws and never completes exceptionally: a failure is an outcome too. */
    CompletionStage<Outcome> start(Routes routes) {
        try {
            routes.crossOrigin().check(exchange.headers());
            return routes.find(exchange.method(), path(), exchange.wantsWebSocket())
                    .accept(this)
                    .exceptionally(this::failed);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(failed(e));
        }
    }

    @Override
    public CompletionStage<Outcome> on(RouteMatch.Served match) {
        exchange.servedBy(match.template());
        return match.handler().handle(request(match.params())).thenApply(RequestDispatch::respond);
    }

    @Override
    public CompletionStage<Outcome> on(RouteMatch.Upgraded match) {
        exchange.servedBy(match.template());
        Request request = request(match.params());
        return WebSocketUpgrade.admit(request, exchange, match.route())
                .thenApply(refusal -> refusal.map(RequestDispatch::respond)
                        .orElseGet(() -> new Outcome.Upgrade(match.route(), request)));
    }

    @Override
    public CompletionStage<Outcome> on(RouteMatch.UpgradeOnly match) {
        exchange.servedBy(match.template());
        return match.route()
                .admission()
                .admit(request(match.params()))
                .thenApply(refusal ->
                        respond(refusal.orElseThrow(() -> ErrorAnswers.upgradeRequired("expected a WebSocket here"))));
    }

    @Override
    public CompletionStage<Outcome> on(RouteMatch.NotAllowed match) {
        exchange.servedBy(match.template());
        return CompletableFuture.completedFuture(respond(ErrorAnswers.notAllowed(match, exchange.method())));
    }

    @Override
    public CompletionStage<Outcome> on(RouteMatch.NotFound match) {
        throw ErrorAnswers.notFound();
    }

    private static Outcome respond(Response response) {
        return new Outcome.Respond(Objects.requireNonNull(response, "a handler answered null"));
    }

    private Outcome failed(Throwable failure) {
        return new Outcome.Respond(ErrorAnswers.of(failure, exchange, peer));
    }

    Request request(Map<String, String> params) {
        Target target = new Target(exchange.method(), path().text(), params, query());
        return new Request(target, exchange.headers(), body, peer);
    }

    private RawPath path() {
        try {
            return RawPath.of(exchange.head().uri());
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("the path is not well encoded");
        }
    }

    private Map<String, List<String>> query() {
        try {
            return Collections.unmodifiableMap(
                    new QueryStringDecoder(exchange.head().uri()).parameters());
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("the query is not well encoded");
        }
    }

    /** The decision what to do with a request. */
    sealed interface Outcome {

        <R> R accept(Handler<R> handler);

        /** Answers every outcome. */
        interface Handler<R> {
            R on(Respond outcome);

            R on(Upgrade outcome);
        }

        /** It is answered. */
        record Respond(Response response) implements Outcome {
            @Override
            public <R> R accept(Handler<R> handler) {
                return handler.on(this);
            }
        }

        /** The connection becomes a WebSocket. */
        record Upgrade(WebSocketRoute route, Request request) implements Outcome {
            @Override
            public <R> R accept(Handler<R> handler) {
                return handler.on(this);
            }
        }
    }
}
