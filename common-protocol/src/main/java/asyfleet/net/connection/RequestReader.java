package asyfleet.net.connection;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.ReadDeadline;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.protocol.wire.Excerpt;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The handler that puts requests together, within bounds, and hands them on as {@link Incoming}. Netty's own aggregator is
 * not used because it answers by itself, out of order with answers that are still due, and closes without letting the
 * client read why.
 *
 * <pre>
 * HEAD -- header lines                                --> BODY
 * BODY -- bytes within the limit                      --> BODY
 * BODY -- end of the body: Asked                      --> HEAD
 * HEAD, BODY -- bad syntax, too much, too late: Broken --> BROKEN   (reads on and throws away, until somebody closes)
 * </pre>
 *
 * <p>A {@code ByteBuf} does not leave this class. Confined to the connection's event loop.
 */
final class RequestReader extends ChannelInboundHandlerAdapter {

    private final ConnectionLimits limits;
    private final ReadDeadline deadline;
    private final BooleanSupplier busy;
    private final Consumer<HttpRequest> meter;

    private State state = State.HEAD;
    private HttpRequest head;
    private ByteArrayOutputStream body;

    private enum State {
        HEAD,
        BODY,
        BROKEN
    }

    /**
     * @param busy whether an earlier request of the connection is still unanswered
     * @param meter told of each request before its body is read, which it may refuse
     */
    RequestReader(ConnectionLimits limits, ReadDeadline deadline, BooleanSupplier busy, Consumer<HttpRequest> meter) {
        this.limits = limits;
        this.deadline = deadline;
        this.busy = busy;
        this.meter = meter;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof HttpRequest request && state == State.HEAD) {
                readHead(ctx, request);
            }
            if (message instanceof HttpContent content && state == State.BODY) {
                readBody(ctx, content);
            }
        } catch (HttpError error) {
            breakOff(ctx, error);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ServerStopping.TIME_IS_UP && state == State.BODY) {
            breakOff(ctx, ErrorAnswers.stopping());
        }
        ctx.fireUserEventTriggered(event);
    }

    private void readHead(ChannelHandlerContext ctx, HttpRequest request) {
        requireDecoded(request.decoderResult(), () -> framing(request));
        head = request;
        requireVersion(request);
        requireMethod(request);
        requirePlain(request);
        requireFits(HttpUtil.getContentLength(request, 0L));
        meter.accept(request);
        answerExpectation(ctx, request);
        state = State.BODY;
        body = new ByteArrayOutputStream();
        deadline.awaitBody(ctx, () -> breakOff(ctx, tooSlow()));
    }

    private HttpError tooSlow() {
        long limit = deadline.bodyMillis();
        long announced = HttpUtil.getContentLength(head, -1L);
        String error = "only " + body.size() + (announced < 0 ? "" : " of " + announced)
                + " bytes of the body came within " + limit + " ms; expected all of it";
        return new HttpError(408, "REQUEST_TIMEOUT", error).with("limit", limit).with("measured", body.size());
    }

    private void readBody(ChannelHandlerContext ctx, HttpContent content) {
        requireDecoded(
                content.decoderResult(),
                () -> "a chunk of the body is broken; expected its size in hex, its bytes, CR LF");
        ByteBuf bytes = content.content();
        requireFits((long) body.size() + bytes.readableBytes());
        try {
            bytes.readBytes(body, bytes.readableBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("copying in memory", e);
        }
        if (content instanceof LastHttpContent) {
            complete(ctx);
        }
    }

    private void complete(ChannelHandlerContext ctx) {
        Incoming request = new Incoming.Asked(head, body.toByteArray());
        state = State.HEAD;
        head = null;
        body = null;
        deadline.off();
        ctx.fireChannelRead(request);
    }

    private void breakOff(ChannelHandlerContext ctx, HttpError error) {
        Headers headers = head == null ? Headers.EMPTY : Exchange.headersOf(head);
        state = State.BROKEN;
        head = null;
        body = null;
        deadline.off();
        ctx.fireChannelRead(new Incoming.Broken(error, headers));
    }

    /** @param mistake where the reader stumbled; not what it says itself, which may repeat a header's value */
    private void requireDecoded(DecoderResult result, Supplier<String> mistake) {
        if (result.isSuccess()) {
            return;
        }
        Throwable cause = result.cause();
        // In a body such a line is that of a chunk.
        if (cause instanceof TooLongHttpLineException && state == State.HEAD) {
            throw new HttpError(
                            414,
                            "URI_TOO_LONG",
                            "the request line is longer than " + limits.maxHeaderBytes() + " bytes")
                    .with("limit", limits.maxHeaderBytes());
        }
        if (cause instanceof TooLongHttpHeaderException) {
            throw new HttpError(
                            431,
                            "HEADERS_TOO_LARGE",
                            "the header lines have over " + limits.maxHeaderBytes() + " bytes")
                    .with("limit", limits.maxHeaderBytes());
        }
        throw HttpError.badRequest(mistake.get());
    }

    /** Of a head that could not be read, as far as it was: lengths that contradict each other, or something else. */
    private static String framing(HttpRequest request) {
        List<String> lengths = request.headers().getAll(HttpHeaderNames.CONTENT_LENGTH);
        List<String> encodings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!encodings.isEmpty()) {
            return "Transfer-Encoding is " + Excerpt.of(String.join(", ", encodings)) + " and Content-Length is "
                    + (lengths.isEmpty() ? "not there" : Excerpt.of(String.join(", ", lengths)))
                    + "; expected chunked, in HTTP/1.1 and without a length";
        }
        return lengths.isEmpty()
                ? "this is not HTTP/1.1; expected a request line and header lines, each with CR LF at its end"
                : "Content-Length is " + Excerpt.of(String.join(", ", lengths)) + "; expected one number of bytes";
    }

    private static void requireVersion(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        if (version.majorVersion() != 1) {
            throw new HttpError(505, "VERSION_NOT_SUPPORTED", "expected HTTP/1.1 or HTTP/1.0, not " + version.text());
        }
        int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || hosts == 0 && version.minorVersion() > 0) {
            throw HttpError.badRequest("expected one Host header, not " + hosts);
        }
    }

    private static void requireMethod(HttpRequest request) {
        String name = request.method().name();
        if (Arrays.stream(Method.values()).noneMatch(method -> method.name().equals(name))) {
            throw new HttpError(
                    501,
                    "METHOD_UNKNOWN",
                    "the method is " + Excerpt.of(name) + "; expected one of " + Arrays.toString(Method.values()));
        }
    }

    /** No handler would unpack the body, and a program that is gzip is not worth an error of its own. */
    private static void requirePlain(HttpRequest request) {
        String encoding = request.headers().get(HttpHeaderNames.CONTENT_ENCODING, "identity");
        if (!encoding.equalsIgnoreCase("identity")) {
            throw new HttpError(
                            415,
                            "ENCODING_NOT_SUPPORTED",
                            "Content-Encoding is " + Excerpt.of(encoding) + "; expected the body as it is")
                    .withHeader("Accept-Encoding", "identity");
        }
        List<String> framing = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!framing.isEmpty() && !String.join(",", framing).strip().equalsIgnoreCase("chunked")) {
            throw new HttpError(
                    501,
                    "ENCODING_NOT_SUPPORTED",
                    "Transfer-Encoding is " + Excerpt.of(String.join(", ", framing)) + "; expected chunked or none");
        }
    }

    private void requireFits(long bytes) {
        if (bytes > limits.maxBodyBytes()) {
            String error = "the body has " + bytes + " bytes or more; expected at most " + limits.maxBodyBytes();
            throw new HttpError(413, "BODY_TOO_LARGE", error)
                    .with("limit", limits.maxBodyBytes())
                    .with("measured", bytes);
        }
    }

    private void answerExpectation(ChannelHandlerContext ctx, HttpRequest request) {
        String expectation = request.headers().get(HttpHeaderNames.EXPECT);
        // RFC 9110 has servers ignore the header in HTTP/1.0.
        if (expectation == null || request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return;
        }
        // While an earlier answer is due, "100 Continue" would be read as its status line.
        if (!HttpUtil.is100ContinueExpected(request) || busy.getAsBoolean()) {
            throw new HttpError(
                    417,
                    "EXPECTATION_FAILED",
                    "Expect is " + Excerpt.of(expectation)
                            + "; expected 100-continue, or nothing while an earlier request is unanswered");
        }
        ctx.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
    }
}
