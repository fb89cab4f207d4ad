package asyfleet.net.bounds;

import asyfleet.net.http.UploadMeters.Meter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The handler that slows down a client that sends more than it may: no more is read for as long as its meter says, so that
 * what it has still to send waits on its own side. Bytes are counted as they come off the wire, before any decoder gathers
 * them, because what a decoder holds is memory, too. Between requests the connection is read, so that a client far beyond
 * its bound hears so. Stays when the connection becomes a WebSocket. Confined to the connection's event loop.
 */
public final class UploadBrake extends ChannelInboundHandlerAdapter {

    private final ReadSwitch reading;
    private Meter meter = Meter.FREE;
    private boolean uploading;
    private Future<?> release;

    public UploadBrake(ReadSwitch reading) {
        this.reading = reading;
    }

    /** The header lines of a request are there: what comes now counts on this meter. */
    public void begin(Meter next) {
        meter = next;
        uploading = true;
    }

    /** The request is complete. */
    public void end() {
        uploading = false;
    }

    /** An upload begins again: the frames come that the last request asked for. */
    public void goOn() {
        uploading = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        int bytes = message instanceof ByteBuf data ? data.readableBytes() : 0;
        // Passed on first: the bytes may hold the header lines that say whose they are.
        ctx.fireChannelRead(message);
        long nanos = meter.take(bytes);
        if (nanos > 0 && uploading) {
            hold(ctx, nanos);
        }
    }

    private void hold(ChannelHandlerContext ctx, long nanos) {
        cancel();
        reading.set(ReadSwitch.Hold.RATE, true);
        release = ctx.executor().schedule(() -> reading.set(ReadSwitch.Hold.RATE, false), nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancel();
        ctx.fireChannelInactive();
    }

    private void cancel() {
        if (release != null) {
            release.cancel(false);
        }
    }
}
