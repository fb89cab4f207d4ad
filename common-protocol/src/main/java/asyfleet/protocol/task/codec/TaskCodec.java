package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import io.netty.channel.ChannelHandler;
import io.netty.channel.CombinedChannelDuplexHandler;

/**
 * The task protocol as a handler behind Netty's WebSocket handlers: messages on our side of it, frames on the other.
 * What breaks the protocol comes as one {@link ProtocolException} through {@code exceptionCaught}, and nothing is
 * decoded after it. One handler per channel.
 *
 * <p>Netty's WebSocket decoder holds a whole frame before this one sees it: give it
 * {@link TaskLimits#maxFrameBytes()} (at a server, {@link TaskLimits#maxRequestFrameBytes()}) as its limit.
 */
public final class TaskCodec {

    private TaskCodec() {}

    /** The end of queue server and backend: reads {@link ClientMessage}, writes {@link ServerMessage}. */
    public static ChannelHandler server(TaskLimits limits) {
        return codec(limits, new ClientGrammar(limits), ServerMessage.class, new ServerGrammar(limits));
    }

    /** The end of the client, and of the queue server towards a backend: the reverse. */
    public static ChannelHandler client(TaskLimits limits) {
        return codec(limits, new ServerGrammar(limits), ClientMessage.class, new ClientGrammar(limits));
    }

    private static <I, O> ChannelHandler codec(TaskLimits limits, Grammar<I> reads, Class<O> type, Grammar<O> writes) {
        return new CombinedChannelDuplexHandler<>(new FrameDecoder<>(reads, limits), new FrameEncoder<>(type, writes));
    }
}
