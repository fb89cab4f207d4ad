package asyfleet.protocol.limiter;

import asyfleet.protocol.wire.CodecFuzzing;
import io.netty.channel.ChannelHandler;
import java.util.List;

/** Answers of the request limiter, as a client reads them. */
class LimiterRepliesFuzzTest extends CodecFuzzing {

    @Override
    protected ChannelHandler reader() {
        return LimiterCodec.client(LimiterLimits.DEFAULT);
    }

    @Override
    protected ChannelHandler writer() {
        return LimiterCodec.server(LimiterLimits.DEFAULT);
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "tHEARTBEAT\0tSTART-REQUEST-ACK\nRequest-ID: 1\nRequest-Limit-Reached: TRUE",
                "tREQUEST-COUNT\nRequest-Type: t\nRequest-Count: 12",
                "tERROR\nError-Code: PROTOCOL_ERROR\nError-Message: no such thing",
                "tSTART-REQUEST-ACK\nRequest-ID: 1\nRequest-Limit-Reached: maybe\0tOTHER");
    }
}
