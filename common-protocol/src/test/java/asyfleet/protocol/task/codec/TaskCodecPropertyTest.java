package asyfleet.protocol.task.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ClientMessage.Add;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.testing.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TaskCodecPropertyTest {

    @Test
    void everyClientMessageArrivesAsItWasSentHoweverItsFramesAreSplit() {
        Seeds.forEach(300, random -> {
            List<ClientMessage> messages = some(random, new RandomMessages(random)::client);
            assertArriveInFragments(random, messages, CodecEnd.client(), CodecEnd.server());
        });
    }

    @Test
    void everyServerMessageArrivesAsItWasSentHoweverItsFramesAreSplit() {
        Seeds.forEach(300, random -> {
            List<ServerMessage> messages = some(random, new RandomMessages(random)::server);
            assertArriveInFragments(random, messages, CodecEnd.server(), CodecEnd.client());
        });
    }

    @Test
    void everyClientMessageArrivesOverAWireThatSplitsTheBytesAnywhere() {
        Seeds.forEach(100, random -> {
            List<ClientMessage> messages = some(random, new RandomMessages(random)::client);
            EmbeddedChannel client = wireEnd(TaskCodec.client(TaskLimits.DEFAULT), true);
            EmbeddedChannel server = wireEnd(TaskCodec.server(TaskLimits.DEFAULT), false);
            assertArriveInPieces(random, messages, client, server);
        });
    }

    @Test
    void everyServerMessageArrivesOverAWireThatSplitsTheBytesAnywhere() {
        Seeds.forEach(100, random -> {
            List<ServerMessage> messages = some(random, new RandomMessages(random)::server);
            EmbeddedChannel client = wireEnd(TaskCodec.client(TaskLimits.DEFAULT), true);
            EmbeddedChannel server = wireEnd(TaskCodec.server(TaskLimits.DEFAULT), false);
            assertArriveInPieces(random, messages, server, client);
        });
    }

    @Test
    void contentsAreNotChangedByBeingSent() {
        byte[] contents = "draw(unitcircle);".getBytes(StandardCharsets.UTF_8);
        EmbeddedChannel client = wireEnd(TaskCodec.client(TaskLimits.DEFAULT), true);
        client.writeOutbound(Add.of("a.asy", true, contents));
        client.releaseOutbound();
        assertArrayEquals("draw(unitcircle);".getBytes(StandardCharsets.UTF_8), contents);
    }

    @Test
    void garbageEndsInTheProtocolsOwnErrorAndLeaksNothing() {
        Seeds.forEach(2000, random -> {
            CodecEnd end = random.nextBoolean() ? CodecEnd.server() : CodecEnd.client();
            for (int i = 0; i < 8; i++) {
                try {
                    end.receive(garbage(random));
                } catch (ProtocolException expected) {
                    assertEquals(0, expected.getStackTrace().length);
                }
            }
        });
    }

    /** Sends all messages over the codecs alone, with each frame cut into continuations. */
    private static void assertArriveInFragments(Random random, List<?> messages, CodecEnd sender, CodecEnd receiver) {
        for (Object message : messages) {
            for (WebSocketFrame frame : sender.send(message)) {
                fragments(random, frame).forEach(receiver::receive);
            }
            assertEquals(message, receiver.message());
        }
        assertNull(receiver.message());
    }

    private static List<WebSocketFrame> fragments(Random random, WebSocketFrame frame) {
        List<WebSocketFrame> fragments = new ArrayList<>();
        ByteBuf content = frame.content();
        boolean text = frame instanceof TextWebSocketFrame;
        while (fragments.isEmpty() || content.isReadable()) {
            ByteBuf piece = content.readBytes(random.nextInt(content.readableBytes() + 1));
            boolean last = !content.isReadable();
            fragments.add(
                    !fragments.isEmpty()
                            ? new ContinuationWebSocketFrame(last, 0, piece)
                            : text ? new TextWebSocketFrame(last, 0, piece) : new BinaryWebSocketFrame(last, 0, piece));
        }
        frame.release();
        return fragments;
    }

    /** A pipeline down to the bytes, as after the handshake. */
    private static EmbeddedChannel wireEnd(ChannelHandler codec, boolean client) {
        WebSocketDecoderConfig config = WebSocketDecoderConfig.newBuilder()
                .expectMaskedFrames(!client)
                .maxFramePayloadLength(TaskLimits.DEFAULT.maxFrameBytes())
                .build();
        return new EmbeddedChannel(new WebSocket13FrameDecoder(config), new WebSocket13FrameEncoder(client), codec);
    }

    private static void assertArriveInPieces(
            Random random, List<?> messages, EmbeddedChannel sender, EmbeddedChannel receiver) {
        ByteBuf wire = Unpooled.buffer();
        for (Object message : messages) {
            sender.writeOutbound(message);
            for (ByteBuf bytes; (bytes = sender.readOutbound()) != null; bytes.release()) {
                wire.writeBytes(bytes);
            }
        }
        while (wire.isReadable()) {
            int longest = Math.min(wire.readableBytes(), 400);
            receiver.writeInbound(wire.readBytes(1 + random.nextInt(longest)));
        }
        for (Object message : messages) {
            assertEquals(message, receiver.readInbound());
        }
        assertNull(receiver.readInbound());
    }

    /** Frames from pure noise to messages with one byte wrong. */
    private static WebSocketFrame garbage(Random random) {
        byte[] bytes =
                switch (random.nextInt(3)) {
                    case 0 -> noise(random);
                    case 1 -> verb(random).getBytes(StandardCharsets.UTF_8);
                    default -> almost(random);
                };
        ByteBuf content = Unpooled.wrappedBuffer(bytes);
        boolean last = random.nextInt(4) > 0;
        return switch (random.nextInt(6)) {
            case 0 -> new BinaryWebSocketFrame(last, 0, content);
            case 1 -> new ContinuationWebSocketFrame(last, 0, content);
            default -> new TextWebSocketFrame(last, 0, content);
        };
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String verb(Random random) {
        String[] verbs = {"add", "options", "run", "input", "missing", "queue", "result", "output", "complete", "denied"
        };
        String[] tails = {
            "", " ", " {", " {}", " []", " [{}]", " null", " {\"a\":{}}", " {\"passed\":1e999}", " \"\\ud800\""
        };
        return verbs[random.nextInt(verbs.length)] + tails[random.nextInt(tails.length)];
    }

    private static byte[] almost(Random random) {
        RandomMessages messages = new RandomMessages(random);
        String text = random.nextBoolean()
                ? new ClientGrammar(TaskLimits.DEFAULT).write(messages.client()).text()
                : new ServerGrammar(TaskLimits.DEFAULT).write(messages.server()).text();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        return bytes;
    }

    private static <M> List<M> some(Random random, Supplier<M> message) {
        return Stream.generate(message).limit(1 + random.nextInt(8)).toList();
    }
}
