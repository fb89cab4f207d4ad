package asyfleet.ring.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random conversations along the table of moves, between our two ends, over a wire that splits and pauses. */
class RingPropertyTest {

    @Test
    void bothEndsUnderstandEachOtherHoweverTheBytesAreSplit() {
        Seeds.forEach(500, random -> {
            Conversation conversation = new Conversation(random);
            for (int i = 0; i < 60 && conversation.state() != RingState.ENDED; i++) {
                conversation.step();
            }
        });
    }

    @Test
    void garbageAtAnyStateEndsInTheProtocolsOwnError() {
        Seeds.forEach(2000, random -> {
            Conversation conversation = new Conversation(random);
            for (int i = random.nextInt(20); i > 0 && conversation.state() != RingState.ENDED; i--) {
                conversation.step();
            }
            try {
                conversation.disturb();
            } catch (RingProtocolException expected) {
                assertEquals(0, expected.getStackTrace().length);
            }
        });
    }

    private static final class Conversation {

        private final Random random;
        private final RandomRingMessages messages;
        private final RingEnd<RunnerMessage, ManagerMessage> manager = RingEnd.manager(RingLimits.DEFAULT);
        private final RingEnd<ManagerMessage, RunnerMessage> runner = RingEnd.runner(RingLimits.DEFAULT);

        Conversation(Random random) {
            this.random = random;
            this.messages = new RandomRingMessages(random);
        }

        RingState state() {
            return manager.state();
        }

        /** One message, said at one end and heard at the other. */
        void step() {
            if (state().speaker() == RingParty.RUNNER) {
                RunnerMessage said = messages.runner(state());
                assertEquals(said, hear(manager, runner.send(said)));
            } else {
                ManagerMessage said = messages.manager(state());
                assertEquals(said, hear(runner, manager.send(said)));
            }
            assertEquals(manager.state(), runner.state());
        }

        /** Garbage for either end, whoever's turn it is. */
        void disturb() {
            RingEnd<?, ?> end = random.nextBoolean() ? manager : runner;
            for (int i = 0; i < 5; i++) {
                listen(end, messages.garbage());
                end.peerIsQuiet();
            }
        }

        /** A message that is complete at its end or, when it has no end to see, in the pause after it. */
        private <I extends RingMessage> I hear(RingEnd<I, ?> end, byte[] bytes) {
            boolean isContents = end.state().words().contains(RingWord.CONTENTS);
            I heard = listen(end, isContents ? bytes : maybeTerminated(bytes));
            return heard == null ? end.peerIsQuiet() : heard;
        }

        private <I extends RingMessage> I listen(RingEnd<I, ?> end, byte[] bytes) {
            I heard = end.next();
            int sent = 0;
            while (sent < bytes.length) {
                int piece = 1 + random.nextInt(Math.min(bytes.length - sent, 1000));
                end.receive(Arrays.copyOfRange(bytes, sent, sent + piece));
                I next = end.next();
                heard = next == null ? heard : next;
                sent += piece;
            }
            return heard;
        }

        private byte[] maybeTerminated(byte[] bytes) {
            if (random.nextInt(4) > 0) {
                return bytes;
            }
            byte[] terminated = Arrays.copyOf(bytes, bytes.length + 2);
            terminated[bytes.length] = '\r';
            terminated[bytes.length + 1] = '\n';
            return terminated;
        }
    }
}
