package asyfleet.net.connection;

import asyfleet.net.http.Body;
import asyfleet.net.http.Method;
import asyfleet.net.http.Response;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Sends answers down one connection. Confined to its event loop. */
final class ResponseWriter {

    private final ChannelHandlerContext ctx;
    private final int maxPendingBytes;
    private final boolean secure;

    ResponseWriter(ChannelHandlerContext ctx, int maxPendingBytes, boolean secure) {
        this.ctx = ctx;
        this.maxPendingBytes = maxPendingBytes;
        this.secure = secure;
    }

    /** @param sent called on the event loop once: with true when the last byte is out, with false if it cannot be */
    void write(Exchange exchange, Response response, boolean closes, Consumer<Boolean> sent) {
        assert ctx.executor().inEventLoop();
        response.body().accept(new Body.Handler<Void>() {
            @Override
            public Void on(Body.Bytes body) {
                OptionalLong length = OptionalLong.of(body.bytes().length);
                ctx.write(ResponseHead.of(response, exchange.isHttp10(), length, closes, secure));
                finish(isBodiless(exchange, response) ? new byte[0] : body.bytes(), sent);
                return null;
            }

            @Override
            public Void on(Body.Streamed body) {
                ctx.writeAndFlush(ResponseHead.of(response, exchange.isHttp10(), OptionalLong.empty(), closes, secure));
                if (isBodiless(exchange, response)) {
                    finish(new byte[0], sent);
                } else {
                    body.writer().start(new ChannelSink(ctx, maxPendingBytes, exchange.gone(), sent));
                }
                return null;
            }
        });
    }

    /** Answers a request that could not be read. The connection ends with it. */
    void writeLast(Response response, Consumer<Boolean> sent) {
        byte[] body = ((Body.Bytes) response.body()).bytes();
        ctx.write(ResponseHead.of(response, false, OptionalLong.of(body.length), true, secure));
        finish(body, sent);
    }

    private void finish(byte[] body, Consumer<Boolean> sent) {
        LastHttpContent last = body.length == 0
                ? LastHttpContent.EMPTY_LAST_CONTENT
                : new DefaultLastHttpContent(Unpooled.wrappedBuffer(body));
        ctx.writeAndFlush(last).addListener(done -> sent.accept(done.isSuccess()));
    }

    private static boolean isBodiless(Exchange exchange, Response response) {
        return exchange.method() == Method.HEAD || ResponseHead.isBodiless(response.status());
    }
}
