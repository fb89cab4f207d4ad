package asyfleet.net.connection;

import asyfleet.net.http.Body;
import asyfleet.net.http.Headers;
import asyfleet.net.http.Method;
import asyfleet.net.http.Response;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.route.RawPath;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A request and what is to be known until its answer has been sent. Confined to the connection's event loop. */
final class Exchange {

    private final HttpRequest head;
    private final Method method;
    private final long startNanos = System.nanoTime();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    /** Null until somebody asks for them. */
    private Headers headers;

    private String route = HttpMetrics.NO_ROUTE;
    private int status;

    Exchange(HttpRequest head) {
        this.head = head;
        this.method = Method.valueOf(head.method().name());
    }

    HttpRequest head() {
        return head;
    }

    Method method() {
        return method;
    }

    boolean isHttp10() {
        return head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    }

    /** Whether the connection ends with this answer: the client wants that, or nothing else would mark its end. */
    boolean isLast(Response response) {
        boolean isUnframed = isHttp10() && response.body() instanceof Body.Streamed;
        return isUnframed || !HttpUtil.isKeepAlive(head);
    }

    boolean hasBody() {
        return HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
    }

    boolean wantsWebSocket() {
        return head.headers().containsValue(HttpHeaderNames.UPGRADE, "websocket", true);
    }

    /** Made once: most requests are asked for them several times. */
    Headers headers() {
        if (headers == null) {
            headers = headersOf(head);
        }
        return headers;
    }

    /** A host in the request line counts in place of the one in {@code Host}, as RFC 9112 requires. */
    static Headers headersOf(HttpRequest head) {
        List<Headers.Line> lines = new ArrayList<>();
        for (Map.Entry<String, String> line : head.headers()) {
            lines.add(new Headers.Line(line.getKey(), line.getValue()));
        }
        Headers headers = Headers.of(lines);
        return RawPath.host(head.uri()).map(host -> headers.with("Host", host)).orElse(headers);
    }

    void servedBy(String template) {
        route = template;
    }

    String route() {
        return route;
    }

    void answeredWith(int code) {
        status = code;
    }

    /** Completes if the connection ends, or the server gives up, first. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    void record(HttpMetrics metrics) {
        metrics.answered(route, method, status, System.nanoTime() - startNanos);
    }
}
