package asyfleet.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LogFormatTest {

    private static LogEvent event(String message, Object... arguments) {
        LogEvent.Source source = new LogEvent.Source(Level.WARN, "queue-server", "asyfleet.Example");
        return LogEvent.of(source, message, arguments, null);
    }

    private static String text(String message, Object... arguments) {
        LogEvent event = event(message, arguments);
        String line = LogFormat.TEXT.line(event);
        String start = event.time() + " WARN queue-server ";
        assertTrue(line.startsWith(start), line);
        return line.substring(start.length());
    }

    @Test
    void anEventIsItsNameAndItsFields() {
        assertEquals("backend lost task=17 runs=2", text("backend lost task={} runs={}", "17", 2));
        assertEquals("started", text("started"));
        assertEquals(
                "it runs out in 3s reason=none", text("it runs out in {} reason={}", Duration.ofSeconds(3), "none"));
        assertEquals(
                "nobody fetched; asking tasks=3 address=x", text("nobody fetched tasks={}; asking address={}", 3, "x"));
    }

    @Test
    void aValueWithBlanksIsQuotedAndADurationIsReadable() {
        assertEquals(
                "lost reason=\"its \\\"lease\\\" ended\" after=1m30s",
                text("lost reason={} after={}", "its \"lease\" ended", Duration.ofSeconds(90)));
        assertEquals(
                "lost reason=\"no answer for 5s\"", text("lost reason=\"no answer for {}\"", Duration.ofSeconds(5)));
        assertEquals("lost reason=\"\" other=null", text("lost reason={} other={}", "", null));
    }

    @Test
    void anArgumentMayBeSeveralFieldsAndAnAbsentValueIsNoField() {
        LogFields names = () -> new TreeMap<>(Map.of("id", "a", "traceparent", "00-1-2-00"));

        assertEquals("lost task=17 id=a traceparent=00-1-2-00", text("lost task={} {}", 17, names));
        assertEquals("lost task=17 id=a traceparent=00-1-2-00", text("lost task={} {}", 17, Optional.of(names)));
        assertEquals(
                "lost runs=2", text("lost task={} runs={} {}", Optional.empty(), Optional.of(2), Optional.empty()));
    }

    @Test
    void aClientCannotForgeALine() {
        assertEquals(
                "refused name=\"x 2026-01-01T00:00:00Z WARN queue-server forged\"",
                text("refused name={}", "x\n2026-01-01T00:00:00Z WARN queue-server forged"));
        assertEquals("refused x y", text("refused {}", "x\r\ny"));
    }

    @Test
    void textThatLooksLikeAPlaceIsLeftAlone() {
        assertEquals("refused name={} more=1", text("refused name={} more={}", "{}", 1));
        assertEquals("too few a=1 b={}", text("too few a={} b={}", 1));
    }

    @Test
    void aLineOfJsonHasTheSameNames() {
        LogEvent event = event("backend lost task={} reason={}", "17", "its \"lease\"\nended");

        JsonNode line = JsonMapper.shared().readTree(LogFormat.JSON.line(event));

        assertEquals(event.time().toString(), line.get("time").asString());
        assertEquals("WARN", line.get("level").asString());
        assertEquals("queue-server", line.get("service").asString());
        assertEquals("backend lost", line.get("event").asString());
        assertEquals("17", line.get("task").asString());
        assertEquals("its \"lease\"\nended", line.get("reason").asString());
        assertEquals("asyfleet.Example", line.get("logger").asString());
    }

    @Test
    void aFieldNeverTakesThePlaceOfAPartOfTheLine() {
        LogEvent event = event("ended level={} service={} time={} event={} logger={} stack={}", 1, 2, 3, 4, 5, 6);

        JsonNode line = JsonMapper.shared().readTree(LogFormat.JSON.line(event));

        assertEquals("WARN", line.get("level").asString());
        assertEquals("queue-server", line.get("service").asString());
        assertEquals(event.time().toString(), line.get("time").asString());
        assertEquals("ended", line.get("event").asString());
        assertEquals("asyfleet.Example", line.get("logger").asString());
        assertNull(line.get("stack"));
        assertEquals("1", line.get("field_level").asString());
        assertEquals("6", line.get("field_stack").asString());
    }

    @Test
    void aFailureBringsItsStackTrace() {
        LogEvent.Source source = new LogEvent.Source(Level.ERROR, "backend", "asyfleet.Example");
        LogEvent event = LogEvent.of(source, "failed task={}", new Object[] {1}, new IllegalStateException("why"));

        assertTrue(
                LogFormat.TEXT
                        .line(event)
                        .contains(
                                "failed task=1 stack=\"java.lang.IllegalStateException: why | at asyfleet.logging.LogFormatTest."));
        assertTrue(JsonMapper.shared()
                .readTree(LogFormat.JSON.line(event))
                .get("stack")
                .asString()
                .contains("why"));
    }

    @Test
    void aFailureIsOneLineWhateverItsMessageHas() {
        String hostile = "no \"name\" \\n\r\n2026-01-01T00:00:00Z INFO backend task ended code=OK\u0085\u2028\u0000end";
        Throwable failure = new IllegalStateException(hostile, new IllegalArgumentException("cause\nof it"));
        LogEvent.Source source = new LogEvent.Source(Level.ERROR, "backend", "asyfleet.Example");

        String line = LogFormat.TEXT.line(LogEvent.of(source, "failed task={}", new Object[] {1}, failure));

        assertEquals(1, line.split("\\R").length, line);
        assertTrue(line.contains("stack=\"java.lang.IllegalStateException: no \\\"name\\\" \\\\n | 2026-01-01"), line);
        assertTrue(line.contains(" | Caused by: java.lang.IllegalArgumentException: cause | of it"), line);
        assertTrue(line.endsWith("\""), line);
    }
}
