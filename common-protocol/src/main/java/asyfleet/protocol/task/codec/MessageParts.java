package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.Grammar.Encoded;
import java.nio.charset.StandardCharsets;

/**
 * A message of the task protocol as the bytes of its frames, for those who send them in another way than
 * {@link TaskCodec}.
 *
 * @param contents null if there are none
 */
public record MessageParts(byte[] text, byte[] contents) {

    private static final Grammar<ServerMessage> SERVER = new ServerGrammar(TaskLimits.DEFAULT);
    private static final Grammar<ClientMessage> CLIENT = new ClientGrammar(TaskLimits.DEFAULT);

    public static MessageParts of(ServerMessage message) {
        return of(SERVER.write(message));
    }

    public static MessageParts of(ClientMessage message) {
        return of(CLIENT.write(message));
    }

    private static MessageParts of(Encoded encoded) {
        return new MessageParts(encoded.text().getBytes(StandardCharsets.UTF_8), encoded.contents());
    }
}
