package asyfleet.ring.parcel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.trace.TaskTrace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskParcelTest {

    private static final Duration MOST = Duration.ofSeconds(30);
    private static final TaskOptions OPTIONS = new TaskOptions(false, null, Format.PDF, StderrMode.SEPARATE, 2);

    @Test
    void filesAndOptionsArrive() {
        Map<String, byte[]> files = Map.of("main.asy", bytes("include a;"), "a.asy", bytes("\n\n"));

        ExecutionRequest arrived = TaskParcel.decode(
                TaskParcel.encode(
                        "17",
                        Optional.empty(),
                        new ExecutionRequest(
                                files, Optional.of("main.asy"), OPTIONS, Optional.of(Duration.ofSeconds(3)))),
                MOST);

        assertEquals(files.keySet(), arrived.files().keySet());
        assertArrayEquals(bytes("\n\n"), arrived.files().get("a.asy"));
        assertEquals(OPTIONS, arrived.options());
        assertEquals(Optional.of(Duration.ofSeconds(3)), arrived.timeLimit());
    }

    @Test
    void theRunnersLogKnowsATaskByItsNamesInTheFleet() {
        TaskTrace trace = TaskTrace.begin(Optional.empty(), true).withId("0d6d");
        ExecutionRequest task = new ExecutionRequest(
                Map.of("main.asy", bytes(";")), Optional.of("main.asy"), OPTIONS, Optional.of(MOST));

        byte[] parcel = TaskParcel.encode("17", Optional.of(trace), task);

        assertEquals(
                Map.of(
                        "task",
                        "17",
                        "id",
                        "0d6d",
                        "traceparent",
                        trace.context().header()),
                TaskParcel.names(parcel).logFields());
        assertEquals(OPTIONS, TaskParcel.decode(parcel, MOST).options());
        assertEquals(Map.of(), TaskParcel.names(bytes("draw(unitcircle);")).logFields());
    }

    @Test
    void aTaskStaysUnderTheRunnersOwnTimeLimit() {
        byte[] task = bytes("ASYFLEET-PARCEL 1\nmain main.asy\ntime 999999999\npart file main.asy 1\n\n;");

        assertEquals(Optional.of(MOST), TaskParcel.decode(task, MOST).timeLimit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "draw(unitcircle);",
                "ASYFLEET-PARCEL 1\nmain main.asy\n\n",
                "ASYFLEET-PARCEL 1\nmain ../main.asy\npart file ../main.asy 1\n\n;",
                "ASYFLEET-PARCEL 1\nmain main.asy\npart file main.asy 1\npart file /etc/passwd 1\n\n;;",
                "ASYFLEET-PARCEL 1\nmain main.sh\npart file main.sh 1\n\n;"
            })
    void whatNoClientMaySendIsRefused(String task) {
        assertThrows(ProtocolException.class, () -> TaskParcel.decode(bytes(task), MOST));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
