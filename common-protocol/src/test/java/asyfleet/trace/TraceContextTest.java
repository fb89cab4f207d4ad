package asyfleet.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String HEADER = "00-" + TRACE + "-00f067aa0ba902b7-01";

    @Test
    void aHeaderNamesATraceASpanAndWhetherItIsSampled() {
        assertEquals(Optional.of(new TraceContext(TRACE, "00f067aa0ba902b7", true)), TraceContext.parse(HEADER));
        assertEquals(HEADER, TraceContext.parse(HEADER).orElseThrow().header());
        assertTrue(TraceContext.parse(HEADER.replace("-01", "-00")).isPresent());
    }

    @Test
    void aNewerVersionMayHaveMoreBehindTheFlags() {
        assertTrue(TraceContext.parse(HEADER.replaceFirst("00", "01") + "-more").isPresent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"
            })
    void whatIsNoHeaderBeginsANewTrace(String header) {
        assertEquals(Optional.empty(), TraceContext.parse(header));
        assertNotEquals(
                TRACE, TaskTrace.begin(Optional.of(header), false).context().traceId());
    }

    @Test
    void aTaskIsASpanOfItsCallersTrace() {
        TaskTrace task = TaskTrace.begin(Optional.of(HEADER), false);

        assertEquals(TRACE, task.context().traceId());
        assertEquals(Optional.of("00f067aa0ba902b7"), task.parent());
        assertNotEquals("00f067aa0ba902b7", task.context().spanId());
        assertTrue(task.context().sampled());
    }

    @Test
    void theNamesOfATaskGoThroughRedis() {
        TaskTrace task = TaskTrace.begin(Optional.empty(), true);

        assertEquals(Optional.of(task), TaskTrace.ofField(task.toField()));
        assertEquals(
                Optional.of(task.withId("17")),
                TaskTrace.ofField(task.withId("17").toField()));
        assertEquals(Optional.empty(), TaskTrace.ofField(""));
        assertEquals(
                Map.of("id", "17", "traceparent", task.context().header()),
                task.withId("17").logFields());
    }
}
