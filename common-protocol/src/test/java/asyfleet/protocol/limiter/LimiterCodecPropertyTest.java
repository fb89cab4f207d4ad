package asyfleet.protocol.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.limiter.LimiterReply.RequestCount;
import asyfleet.protocol.limiter.LimiterReply.StartRequestAck;
import asyfleet.protocol.limiter.LimiterRequest.EndRequest;
import asyfleet.protocol.limiter.LimiterRequest.GetRequestCount;
import asyfleet.protocol.limiter.LimiterRequest.StartRequest;
import asyfleet.testing.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LimiterCodecPropertyTest {

    @Test
    void everyRequestArrivesAsItWasSentHoweverItsFramesAreSplit() {
        Seeds.forEach(500, random -> {
            LimiterEnd server = LimiterEnd.server();
            LimiterRequest request = request(random);
            receiveInFragments(random, server, LimiterEnd.client().send(request));
            assertEquals(request, server.message());
        });
    }

    @Test
    void everyReplyArrivesAsItWasSentHoweverItsFramesAreSplit() {
        Seeds.forEach(500, random -> {
            LimiterEnd client = LimiterEnd.client();
            LimiterReply reply = reply(random);
            receiveInFragments(random, client, LimiterEnd.server().send(reply));
            assertEquals(reply, client.message());
        });
    }

    @Test
    void garbageEndsInTheProtocolsOwnErrorAndLeaksNothing() {
        Seeds.forEach(2000, random -> {
            LimiterEnd end = random.nextBoolean() ? LimiterEnd.server() : LimiterEnd.client();
            for (int i = 0; i < 8; i++) {
                try {
                    end.receive(garbage(random));
                } catch (LimiterProtocolException expected) {
                    expected.reply();
                }
            }
        });
    }

    private static void receiveInFragments(Random random, LimiterEnd end, String text) {
        ByteBuf bytes = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
        boolean first = true;
        while (first || bytes.isReadable()) {
            ByteBuf piece = bytes.readBytes(random.nextInt(bytes.readableBytes() + 1));
            boolean last = !bytes.isReadable();
            end.receive(
                    first ? new TextWebSocketFrame(last, 0, piece) : new ContinuationWebSocketFrame(last, 0, piece));
            first = false;
        }
    }

    private static LimiterRequest request(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> new LimiterRequest.Heartbeat();
            case 1 -> new StartRequest(value(random), value(random), count(random));
            case 2 -> new EndRequest(value(random));
            case 3 -> new GetRequestCount(value(random));
            default -> new LimiterRequest.Unknown("X-" + random.nextInt(100));
        };
    }

    private static LimiterReply reply(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> new LimiterReply.Heartbeat();
            case 1 -> new StartRequestAck(value(random), random.nextBoolean());
            case 2 -> new RequestCount(value(random), count(random));
            case 3 -> new LimiterReply.Error(value(random), value(random));
            default -> new LimiterReply.Unknown("X-" + random.nextInt(100));
        };
    }

    /** One line of anything, with colons and spaces among it. */
    private static String value(Random random) {
        String special = ": \t\r:";
        String text = random.ints(random.nextInt(30), 1, 0x1ffff)
                .map(c -> random.nextInt(4) == 0 ? special.charAt(c % special.length()) : c)
                .filter(c -> c != '\n' && Character.getType(c) != Character.SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        return text.isEmpty() ? "x" : text;
    }

    private static long count(Random random) {
        return random.nextLong() & LimiterText.MAX_COUNT;
    }

    private static WebSocketFrame garbage(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            String almost = LimiterGrammar.write(request(random));
            bytes = (random.nextBoolean() ? almost : LimiterGrammar.write(reply(random)))
                    .getBytes(StandardCharsets.UTF_8);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        boolean last = random.nextInt(4) > 0;
        return switch (random.nextInt(6)) {
            case 0 -> new BinaryWebSocketFrame(last, 0, Unpooled.wrappedBuffer(bytes));
            case 1 -> new ContinuationWebSocketFrame(last, 0, Unpooled.wrappedBuffer(bytes));
            default -> new TextWebSocketFrame(last, 0, Unpooled.wrappedBuffer(bytes));
        };
    }
}
