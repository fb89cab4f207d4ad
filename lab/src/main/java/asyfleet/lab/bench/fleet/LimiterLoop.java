package asyfleet.lab.bench.fleet;

import asyfleet.protocol.limiter.LimiterCodec;
import asyfleet.protocol.limiter.LimiterLimits;
import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.CompletableFuture;

/** One connection that starts and ends requests, one after the other. Belongs to its event loop once it runs. */
final class LimiterLoop extends SimpleChannelInboundHandler<LimiterReply> {

    private final String type;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private int left;
    private ChannelHandlerContext channel;

    LimiterLoop(String type, int pairs) {
        this.type = type;
        this.left = pairs;
    }

    void install(ChannelPipeline pipeline) {
        pipeline.addLast(LimiterCodec.client(LimiterLimits.DEFAULT));
        pipeline.addLast(this);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx;
    }

    /** Completes when all pairs are done; called once, by any thread. */
    CompletableFuture<Void> run() {
        channel.executor().execute(this::startNext);
        return done;
    }

    private void startNext() {
        if (left == 0) {
            channel.close();
            done.complete(null);
        } else {
            left--;
            channel.writeAndFlush(new LimiterRequest.StartRequest(String.valueOf(left), type, Integer.MAX_VALUE));
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, LimiterReply reply) {
        if (reply instanceof LimiterReply.StartRequestAck ack) {
            ctx.write(new LimiterRequest.EndRequest(ack.id()));
            startNext();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        done.completeExceptionally(new IllegalStateException("the limiter closed the connection"));
        ctx.fireChannelInactive();
    }
}
