package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.wire.CodecFuzzing;
import io.netty.channel.ChannelHandler;
import java.util.List;

/** Frames of clients at {@code /asy}, as a server reads them. */
class ClientFramesFuzzTest extends CodecFuzzing {

    @Override
    protected ChannelHandler reader() {
        return TaskCodec.server(TaskLimits.DEFAULT);
    }

    @Override
    protected ChannelHandler writer() {
        return TaskCodec.client(TaskLimits.DEFAULT);
    }

    @Override
    protected List<String> seeds() {
        String hash = "0123456789abcdef".repeat(4);
        return List.of(
                "tadd {\"filename\":\"a.asy\",\"main\":true}\0bdraw((0,0)--(1,1));\0trun",
                "tadd {\"filename\":\"a.asy\",\"main\":true,\"hash\":\"" + hash + "\",\"restore\":true}\0trun",
                "toptions {\"interactive\":true,\"timeout\":3000,\"format\":\"svg\",\"stderr\":\"separate\",\"verbosity\":2}",
                "trun\0tinput\0bdraw(unitcircle);",
                "Trun\0c",
                "Tadd {\"filename\":\"\u00c3\u00bc.asy\",\0c\"main\":false}\0Bx\0Cy\0cz",
                "tadd {\"filename\":\"../a\",\"main\":1e2}");
    }
}
