package asyfleet.net.connection;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.ReadDeadline;
import asyfleet.net.bounds.ReadSwitch;
import asyfleet.net.bounds.SlowReaderGuard;
import asyfleet.net.bounds.UploadBrake;
import asyfleet.net.http.Peer;
import asyfleet.net.http.UploadMeters;
import asyfleet.net.websocket.WebSocketPipeline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The handlers of a connection that speaks HTTP. */
public final class HttpPipeline {

    private HttpPipeline() {}

    /** Called on the event loop of a new connection. */
    public static void install(ChannelPipeline pipeline, ConnectionContext context) {
        ConnectionLimits limits = context.limits();
        UploadMeters uploads = context.shared().uploads();
        ReadDeadline deadline = new ReadDeadline(limits.timeouts());
        ReadSwitch reading = new ReadSwitch(pipeline.channel());
        UploadBrake brake = new UploadBrake(reading);
        Function<Exchange, Peer> peers = peers(pipeline.channel(), context.secure());
        HttpConnection connection = new HttpConnection(context, deadline, new WaitingRequests(reading), brake, peers);
        RequestMeter meter = new RequestMeter(uploads, brake, peers);
        long stallMillis = limits.timeouts().stall().toMillis();
        pipeline.addLast(WebSocketPipeline.IDLE, new IdleStateHandler(true, 0, stallMillis, 0, TimeUnit.MILLISECONDS));
        SlowReaderGuard.install(pipeline, limits.maxPendingBytes());
        if (uploads != UploadMeters.NONE) {
            pipeline.addLast("upload-brake", brake);
        }
        pipeline.addLast("http", codec(limits));
        pipeline.addLast("reader", new RequestReader(limits, deadline, connection::isBusy, meter::begin));
        pipeline.addLast("connection", connection);
    }

    /** The client of a connection, as the handler of each request sees it. */
    private static Function<Exchange, Peer> peers(Channel channel, boolean secure) {
        // Asked for now because a closed channel no longer knows.
        InetSocketAddress address = (InetSocketAddress) channel.remoteAddress();
        return exchange -> new Peer(address, secure, exchange.gone());
    }

    private static HttpServerCodec codec(ConnectionLimits limits) {
        return new HttpServerCodec(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxHeaderBytes())
                .setMaxHeaderSize(limits.maxHeaderBytes()));
    }
}
