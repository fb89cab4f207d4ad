package asyfleet.ring.parcel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fuzz.FuzzTest;
import asyfleet.protocol.task.ProtocolException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Any contents of a job are a task or a {@link ProtocolException}, any output of a job is a result or nothing, and a
 * result that is written again is the same.
 */
class ParcelFuzzTest extends FuzzTest {

    private static final Duration MOST = Duration.ofSeconds(30);

    @Override
    protected void check(byte[] input) {
        // The first writing takes control characters out.
        Optional<TaskResult> result = TaskResult.decode(input).map(ParcelFuzzTest::writtenAgain);
        assertEquals(
                result.map(TaskResult::complete),
                result.map(ParcelFuzzTest::writtenAgain).map(TaskResult::complete));
        try {
            assertTrue(TaskParcel.decode(input, MOST).timeLimit().orElseThrow().compareTo(MOST) <= 0);
        } catch (ProtocolException expected) {
            assertEquals(0, expected.getStackTrace().length);
        }
    }

    private static TaskResult writtenAgain(TaskResult result) {
        return TaskResult.decode(result.encode()).orElseThrow();
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "ASYFLEET-PARCEL 1\nmain a.asy\nformat pdf\nverbosity 2\ntime 1000\npart file a.asy 7\n\ndraw();",
                "ASYFLEET-PARCEL 1\nsuccess true\ntime 12\npart output stdout 2\npart image svg 6\n\nhi<svg/>",
                "ASYFLEET-PARCEL 1\nsuccess false\nerror x y\ncode TIME_LIMIT\nstage TEX\nlimit 3\nmeasured 4\nfile a.asy\n"
                        + "line 3\ntools 2.85-0123456789abcdef\n\n",
                "ASYFLEET-PARCEL 1\nmain ../a\npart file ../a 999999999\n\n",
                "plain output");
    }
}
