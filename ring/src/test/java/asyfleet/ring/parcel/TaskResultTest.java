package asyfleet.ring.parcel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskResultTest {

    private static final Verdict VERDICT = Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)
            .explained(
                    new VerdictDetails("main.asy", 3, 7, "no variable 'graph'", "it needs a module", "import graph;"));

    private static final TaskResult RESULT = new TaskResult(
            List.of(output(OutputStreamName.STDOUT, "one\n"), output(OutputStreamName.STDERR, "two\n\n")),
            List.of(
                    new Result(Format.PNG, new byte[] {0, 10, 10, -1}),
                    new Result(Format.SVG, bytes("<svg>\n\n</svg>"))),
            new Complete(false, "Execution failed with code 1", 212L, VERDICT));

    @Test
    void whatIsPackedIsUnpackedTheSame() {
        assertEquals(Optional.of(RESULT), TaskResult.decode(RESULT.encode()));
    }

    @Test
    void figuresOfGigabytesAreKept() {
        Verdict verdict = Verdict.ofLimit(EndCode.MEMORY_LIMIT, Stage.ASYMPTOTE, 1L << 30, 1L << 40);
        TaskResult result = new TaskResult(List.of(), List.of(), new Complete(false, "too much", 1L, verdict));

        assertEquals(Optional.of(result), TaskResult.decode(result.encode()));
    }

    @Test
    void aResultWithNothingInItIsPackedToo() {
        TaskResult empty = new TaskResult(List.of(), List.of(), new Complete(true, null, null, null));

        assertEquals(Optional.of(empty), TaskResult.decode(empty.encode()));
    }

    @Test
    void piecesOfOneStreamAreJoinedAndTheOrderOfStreamsIsKept() {
        TaskResult pieces = new TaskResult(
                List.of(
                        output(OutputStreamName.STDOUT, "a"),
                        output(OutputStreamName.STDOUT, "b"),
                        output(OutputStreamName.STDERR, "c"),
                        output(OutputStreamName.STDOUT, "d")),
                List.of(),
                new Complete(true, null, 1L, null));

        TaskResult unpacked = TaskResult.decode(pieces.encode()).orElseThrow();

        assertEquals(3, unpacked.outputs().size());
        assertArrayEquals(bytes("abcd"), unpacked.text());
    }

    @Test
    void anErrorOfSeveralLinesCannotForgeFields() {
        TaskResult forged = new TaskResult(
                List.of(), List.of(), new Complete(false, "bad\nsuccess true\n\npart image svg 0", 1L, null));

        TaskResult unpacked = TaskResult.decode(forged.encode()).orElseThrow();

        assertEquals(false, unpacked.complete().success());
        assertEquals(List.of(), unpacked.images());
    }

    @Test
    void aPrefixIsNoParcel() {
        byte[] whole = RESULT.encode();
        for (int length = 0; length < whole.length; length++) {
            assertEquals(Optional.empty(), TaskResult.decode(Arrays.copyOf(whole, length)), "of " + length + " bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello\n",
                "ASYFLEET-PARCEL 2\nsuccess true\n\n",
                "ASYFLEET-PARCEL 1\n\n",
                "ASYFLEET-PARCEL 1\nsuccess true\npart image svg 9\n\n1234",
                "ASYFLEET-PARCEL 1\nsuccess true\npart image svg 999999999\npart image svg 999999999\n\n1234",
                "ASYFLEET-PARCEL 1\nsuccess true\npart image svg 3\n\n1234"
            })
    void anythingElseIsPlainOutput(String text) {
        assertEquals(Optional.empty(), TaskResult.decode(bytes(text)));
    }

    @Test
    void damageNeverThrows() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            byte[] damaged = RESULT.encode();
            for (int i = 0; i < 3; i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            assertTrue(
                    TaskResult.decode(damaged).stream().allMatch(result -> result.complete() != null), "seed " + seed);
        }
    }

    private static Output output(OutputStreamName stream, String text) {
        return new Output(stream, bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
