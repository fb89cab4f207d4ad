package asyfleet.ring.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.fuzz.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Whatever the peer says gives messages or a {@link RingProtocolException}, the same whether it comes at once or byte by
 * byte. A zero byte stands for a pause, in which this end says something if it is its turn.
 */
abstract class RingFuzzing<I extends RingMessage, O extends RingMessage> extends FuzzTest {

    /** A size of ten digits is complete, unless more comes in one piece with it and makes it a part of a name. */
    private static final Pattern AMBIGUOUS = Pattern.compile("[0-9]{10}[^\0\r\n]");

    /** Small, so that a short input reaches them. */
    static final RingLimits LIMITS = new RingLimits(64, 20, 100);

    /** A new end. */
    abstract RingEnd<I, O> end();

    /** Something that this end may say in that state. */
    abstract O answer(RingState state, RandomRingMessages messages);

    @Override
    protected void check(byte[] input) {
        Heard atOnce = heard(input, false);
        Heard byteByByte = heard(input, true);
        String text = new String(input, StandardCharsets.ISO_8859_1);
        // Of a piece that is too long nothing is taken, not even a message that it begins with.
        if (!AMBIGUOUS.matcher(text).find() && !atOnce.tooLong()) {
            assertEquals(byteByByte.messages, atOnce.messages);
            assertEquals(byteByByte.mistake.isEmpty(), atOnce.mistake.isEmpty());
        }
    }

    private record Heard(List<Object> messages, String mistake) {

        boolean tooLong() {
            return mistake.startsWith("got over " + LIMITS.maxLineBytes() + " bytes");
        }
    }

    private Heard heard(byte[] input, boolean byteByByte) {
        List<Object> heard = new ArrayList<>();
        try {
            converse(input, byteByByte, heard);
            return new Heard(heard, "");
        } catch (RingProtocolException mistake) {
            return new Heard(heard, mistake.getMessage());
        }
    }

    private void converse(byte[] input, boolean byteByByte, List<Object> heard) {
        RingEnd<I, O> end = end();
        RandomRingMessages answers = new RandomRingMessages(new Random(0));
        for (String part : new String(input, StandardCharsets.ISO_8859_1).split("\0")) {
            byte[] bytes = part.getBytes(StandardCharsets.ISO_8859_1);
            for (int from = 0, step = byteByByte ? 1 : bytes.length; from < bytes.length; from += step) {
                end.receive(Arrays.copyOfRange(bytes, from, from + step));
                take(end, heard);
            }
            if (end.awaitsQuiet()) {
                Optional.ofNullable(end.peerIsQuiet()).ifPresent(heard::add);
            }
            if (end.state().speaker() == self() && end.state() != RingState.ENDED) {
                end.send(answer(end.state(), answers));
                take(end, heard);
            }
        }
    }

    private void take(RingEnd<I, O> end, List<Object> heard) {
        for (I message; (message = end.next()) != null; ) {
            heard.add(message);
        }
    }

    abstract RingParty self();
}
