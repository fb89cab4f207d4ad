package asyfleet.net.connection;

import asyfleet.net.bounds.SlowReaderGuard;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.net.http.Body;
import asyfleet.net.http.CrossOrigin;
import asyfleet.net.http.Headers;
import asyfleet.net.http.Method;
import asyfleet.net.http.Response;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The writer of answers to one connection. Confined to its event loop. */
final class ResponseWriter {

    // How long a refused client may go on sending. Closing at once would reset the connection, and the client, still
    // writing, would see the reset instead of the answer.
    private static final long LINGER_MILLIS = 2000;

    private final ChannelHandlerContext ctx;
    private final int maxPendingBytes;
    private final boolean secure;
    private final CrossOrigin crossOrigin;
    private final WaitingBytes.Holder waiting;

    ResponseWriter(ChannelHandlerContext ctx, ConnectionContext context) {
        this.ctx = ctx;
        this.maxPendingBytes = context.limits().maxPendingBytes();
        this.secure = context.secure();
        this.crossOrigin = context.routes().crossOrigin();
        this.waiting = context.shared().waiting().reader(() -> SlowReaderGuard.giveUp(ctx.channel(), "no room"));
    }

    /** @param sent called on the event loop once: with true when the last byte is out, with false if it cannot be */
    void write(Exchange exchange, Response plain, boolean closes, Consumer<Boolean> sent) {
        assert ctx.executor().inEventLoop();
        Response response = shown(plain, exchange.headers());
        response.body().accept(new Body.Handler<Void>() {
            @Override
            public Void on(Body.Bytes body) {
                byte[] toSend = isBodiless(exchange, response) ? new byte[0] : body.bytes();
                if (waiting.take(toSend.length)) {
                    OptionalLong length = OptionalLong.of(body.bytes().length);
                    ctx.write(ResponseHead.of(response, exchange.isHttp10(), length, closes, secure));
                    finish(toSend, success -> {
                        waiting.giveBack(toSend.length);
                        sent.accept(success);
                    });
                } else {
                    refuse(exchange, closes, sent);
                }
                return null;
            }

            @Override
            public Void on(Body.Streamed body) {
                ctx.writeAndFlush(ResponseHead.of(response, exchange.isHttp10(), OptionalLong.empty(), closes, secure));
                if (isBodiless(exchange, response)) {
                    finish(new byte[0], sent);
                } else {
                    body.writer().start(new ChannelSink(ctx, waiting, maxPendingBytes, exchange.gone(), sent));
                }
                return null;
            }
        });
    }

    /** Says instead of the answer that there is no room for it. So few bytes need no room of their own. */
    private void refuse(Exchange exchange, boolean closes, Consumer<Boolean> sent) {
        Response response = shown(ErrorAnswers.noRoom().response(), exchange.headers());
        exchange.answeredWith(response.status());
        byte[] body = ((Body.Bytes) response.body()).bytes();
        ctx.write(ResponseHead.of(response, exchange.isHttp10(), OptionalLong.of(body.length), closes, secure));
        finish(body, sent);
    }

    /** Answers a request that could not be read. The connection ends with it, once the client had time to read it. */
    void writeLast(Response plain, Headers request) {
        Response response = shown(plain, request);
        byte[] body = ((Body.Bytes) response.body()).bytes();
        ctx.write(ResponseHead.of(response, false, OptionalLong.of(body.length), true, secure));
        finish(body, sent -> linger());
    }

    private Response shown(Response plain, Headers request) {
        return crossOrigin.shown(ProblemDetails.shown(plain, request), request);
    }

    private void linger() {
        if (ctx.channel() instanceof DuplexChannel duplex && !secure) {
            duplex.shutdownOutput();
        }
        ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
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
