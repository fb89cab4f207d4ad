package asyfleet.queueserver.slot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage.Output;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {

    private final Replay replay = new Replay();

    @Test
    void outputOfAFirstRunPassesAsItComes() {
        assertEquals("ab", take("ab"));
        assertEquals("c", take("c"));
    }

    @Test
    void whatTheClientHasIsNotSentTwice() {
        take("hello ");
        replay.restart();

        assertEquals("", take("hel"));
        assertEquals("world", take("lo world"));
    }

    @Test
    void aRunThatIsLostWhileItRepeatsLeavesNothingOut() {
        take("hello");
        replay.restart();
        take("hel");
        replay.restart();

        assertEquals(" world", take("hello world"));
    }

    @Test
    void aProgramThatPrintsSomethingElseIsSentWholeWithANotice() {
        take("at 10:00");
        replay.restart();

        assertEquals(
                "\n[the backend was lost; the program runs again from its start]\nat 10:01 done",
                take("at 10:01 done"));
    }

    @Test
    void theStreamsAreApart() {
        take(OutputStreamName.STDOUT, "out");
        replay.restart();

        assertEquals("err", take(OutputStreamName.STDERR, "err"));
        assertEquals("", take(OutputStreamName.STDOUT, "out"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void howeverOutputIsCutTheClientSeesItOnce(long seed) {
        Random random = new Random(seed);
        String text = random.ints(200, 'a', 'z').mapToObj(Character::toString).collect(Collectors.joining());
        StringBuilder seen = new StringBuilder();
        for (int run = 0; run < 4; run++) {
            int end = run == 3 ? text.length() : random.nextInt(text.length());
            for (int from = 0; from < end; ) {
                int to = Math.min(end, from + 1 + random.nextInt(20));
                seen.append(take(text.substring(from, to)));
                from = to;
            }
            replay.restart();
        }
        assertEquals(text, seen.toString(), "seed " + seed);
    }

    private String take(String text) {
        return take(OutputStreamName.STDOUT, text);
    }

    private String take(OutputStreamName stream, String text) {
        return replay.filter(new Output(stream, text.getBytes(StandardCharsets.UTF_8))).stream()
                .map(part -> new String(part.contents(), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }
}
