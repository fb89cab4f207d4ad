package asyfleet.net.websocket;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The handlers that both ends of a WebSocket have, around those of its user. */
public final class WebSocketPipeline {

    /** The name of the handler that raises idle events, from the first byte of a connection to its last. */
    public static final String IDLE = "idle";

    /** The name of the handler that takes out pings and pongs. */
    public static final String CONTROL = "control";

    private WebSocketPipeline() {}

    /** How frames are decoded; {@link WebSocketControl} itself answers what breaks the protocol. */
    public static WebSocketDecoderConfig decoderConfig(int maxFrameBytes, boolean server) {
        return WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(maxFrameBytes)
                .allowExtensions(false)
                .expectMaskedFrames(server)
                .closeOnProtocolViolation(false)
                .build();
    }

    /** Called on the event loop once the handshake is agreed; {@code own} adds the user's handlers. */
    public static void install(
            ChannelPipeline pipeline, Liveness liveness, int maxFrameBytes, Consumer<ChannelPipeline> own) {
        pipeline.replace(
                IDLE,
                IDLE,
                new IdleStateHandler(
                        true, liveness.ping().toMillis(), liveness.stall().toMillis(), 0, TimeUnit.MILLISECONDS));
        // What one turn of the event loop writes goes out together: the last messages of a task are one call of the
        // system.
        int most = FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES;
        pipeline.addBefore(IDLE, "flushes", new FlushConsolidationHandler(most, true));
        pipeline.addLast("utf8", new Utf8FrameValidator(false));
        pipeline.addLast(CONTROL, new WebSocketControl(maxFrameBytes, liveness.pings()));
        own.accept(pipeline);
        pipeline.addLast("tail", WebSocketTail.INSTANCE);
    }
}
