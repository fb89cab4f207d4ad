package asyfleet.net.connection;

import asyfleet.failure.StageFailure;
import asyfleet.net.bounds.NoRoomException;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Response;
import asyfleet.net.route.RouteMatch;
import asyfleet.trace.TaskTrace;
import asyfleet.trace.TraceContext;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where a failure becomes an answer, {@code {code, error, …}}, and, if it is a bug, a log line. */
final class ErrorAnswers {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswers.class);

    private ErrorAnswers() {}

    static Response of(Throwable failure, Exchange exchange, Peer peer) {
        Throwable cause = StageFailure.causeOf(failure);
        if (cause instanceof HttpError expected) {
            return expected.response();
        }
        TaskTrace trace = TaskTrace.begin(exchange.headers().first("traceparent"), false);
        LOG.error(
                "request failed route={} method={} peer={} {}",
                exchange.route(),
                exchange.method(),
                peer.address().getAddress().getHostAddress(),
                trace,
                cause);
        return new HttpError(500, "INTERNAL_ERROR", "internal error")
                .withHeader(TraceContext.ANSWER, trace.context().traceId())
                .response();
    }

    static HttpError notFound() {
        return new HttpError(404, "NOT_FOUND", "there is nothing at this path");
    }

    static Response notAllowed(RouteMatch.NotAllowed match, Method method) {
        String allow = join(match.allowed());
        if (method == Method.OPTIONS) {
            return Response.empty(204).with("Allow", allow);
        }
        return new HttpError(405, "METHOD_NOT_ALLOWED", method + " is not served here, expected " + allow)
                .withHeader("Allow", allow)
                .response();
    }

    static HttpError upgradeRequired(String detail) {
        return new HttpError(426, "UPGRADE_REQUIRED", detail)
                .withHeader("Upgrade", "websocket")
                .withHeader("Sec-WebSocket-Version", "13");
    }

    static HttpError stopping() {
        return new HttpError(503, "UNAVAILABLE", "this server stops and can wait no longer; ask again")
                .withHeader("Retry-After", "1");
    }

    static HttpError noRoom() {
        return new HttpError(503, "UNAVAILABLE", NoRoomException.MESSAGE).withHeader("Retry-After", "5");
    }

    static HttpError spokeTooSoon() {
        return HttpError.badRequest("expected the client to wait for the answer to its WebSocket handshake");
    }

    private static String join(Set<Method> methods) {
        return methods.stream().sorted().map(Method::name).collect(Collectors.joining(", "));
    }
}
