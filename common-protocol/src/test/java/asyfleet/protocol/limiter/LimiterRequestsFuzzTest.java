package asyfleet.protocol.limiter;

import asyfleet.protocol.wire.CodecFuzzing;
import io.netty.channel.ChannelHandler;
import java.util.List;

/** Requests of programs to the request limiter. */
class LimiterRequestsFuzzTest extends CodecFuzzing {

    @Override
    protected ChannelHandler reader() {
        return LimiterCodec.server(LimiterLimits.DEFAULT);
    }

    @Override
    protected ChannelHandler writer() {
        return LimiterCodec.client(LimiterLimits.DEFAULT);
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "tHEARTBEAT\0tSTART-REQUEST\nRequest-ID: 1\nRequest-Type: get-file:7\nRequest-Limit: 1",
                "tstart-request\r\n Request-ID :2\r\nrequest-type: a b\r\nRequest-Limit: 4294967295\r\n\r\nbody",
                "tEND-REQUEST\nRequest-ID: \u00c3\u00bc\0tEND-REQUEST",
                "tGET-REQUEST-COUNT\nRequest-Type: t\0bskipped\0BBskipped\0c",
                "TPI\0CN\0cG");
    }
}
