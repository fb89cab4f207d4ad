package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.wire.CodecFuzzing;
import io.netty.channel.ChannelHandler;
import java.util.List;

/** Frames of servers at {@code /asy}, as a client reads them, and a queue server that talks to a backend. */
class ServerFramesFuzzTest extends CodecFuzzing {

    @Override
    protected ChannelHandler reader() {
        return TaskCodec.client(TaskLimits.DEFAULT);
    }

    @Override
    protected ChannelHandler writer() {
        return TaskCodec.server(TaskLimits.DEFAULT);
    }

    @Override
    protected List<String> seeds() {
        String hash = "0123456789abcdef".repeat(4);
        return List.of(
                "tmissing [{\"filename\":\"a.asy\",\"hash\":\"" + hash + "\"}]",
                "tqueue {\"passed\":false,\"estimate\":1200}\0tqueue {\"passed\":true}",
                "tresult {\"format\":\"svg\"}\0b<svg/>",
                "toutput {\"stream\":\"stdout\"}\0bhello\0tcomplete {\"success\":true,\"time\":100}",
                "tcomplete {\"success\":false,\"error\":\"x\",\"code\":\"TIME_LIMIT\",\"stage\":\"tex\",\"limit\":3.5,"
                        + "\"measured\":-4e2,\"file\":\"a.asy\",\"line\":3}",
                "tdenied {\"error\":\"full\",\"code\":\"QUEUE_FULL\"}");
    }
}
