package asyfleet.logging;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The way a line is written. */
public enum LogFormat {

    /** {@code 2026-01-31T12:00:00.000Z WARN queue-server backend lost task=17 reason="its lease ended"} */
    TEXT(LogFormat::text),

    /** One object, with the same names; a field that is called like a part of every line has {@code field_} before it. */
    JSON(LogFormat::json);

    /** Characters that could end a line: also U+0085, U+2028 and U+2029, which many viewers take for the end of one. */
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\x{2028}\\x{2029}]+");

    /** The names that a line of JSON has by itself. */
    private static final Set<String> OWN_NAMES = Set.of("time", "level", "service", "event", "logger", "stack");

    /** Of a stack trace in a line of text. */
    private static final int FRAMES = 20;

    private final Function<LogEvent, String> write;

    LogFormat(Function<LogEvent, String> write) {
        this.write = write;
    }

    String line(LogEvent event) {
        return write.apply(event);
    }

    private static String text(LogEvent event) {
        StringBuilder line = new StringBuilder()
                .append(event.time())
                .append(' ')
                .append(event.level())
                .append(' ')
                .append(event.service())
                .append(' ')
                .append(oneLine(event.name()));
        for (Map.Entry<String, String> field : event.fields().entrySet()) {
            line.append(' ').append(field.getKey()).append('=').append(quotedIfNeeded(field.getValue()));
        }
        event.stackTrace()
                .ifPresent(trace ->
                        line.append(" stack=\"").append(onOneLine(trace)).append('"'));
        return line.toString();
    }

    /** So that whoever splits a line at blanks finds the whole value. */
    private static String quotedIfNeeded(String value) {
        return isPlain(value)
                ? value
                : '"' + oneLine(value).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** By hand, as the next one: every task has some values, and hardly one of them has to be changed. */
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ' ' || c == '"' || c == '=' || isControl(c)) {
                return false;
            }
        }
        return !value.isEmpty();
    }

    private static boolean isControl(char c) {
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
    }

    /** Keeps a text of a client from looking like a line of its own. */
    private static String oneLine(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isControl(text.charAt(i))) {
                return CONTROLS.matcher(text).replaceAll(" ");
            }
        }
        return text;
    }

    /**
     * A stack trace as one line: each message, where it was thrown, and the frames of this product. In lines of its own a
     * message in it could pass for an event, and a search for an ID would not find it. JSON has all frames.
     */
    private static String onOneLine(String trace) {
        StringBuilder line = new StringBuilder();
        int frames = 0;
        boolean thrown = false;
        for (String part : trace.strip().split("\\R\\s*")) {
            boolean frame = part.startsWith("at ") || part.startsWith("... ");
            if (!frame || !thrown || part.startsWith("at asyfleet.") && frames < FRAMES) {
                line.append(line.isEmpty() ? "" : " | ").append(part);
                frames = frame ? frames + 1 : frames;
            }
            thrown = frame;
        }
        return oneLine(line.toString()).replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static String json(LogEvent event) {
        ObjectNode line = JsonMapper.shared().createObjectNode();
        line.put("time", event.time().toString())
                .put("level", event.level().name())
                .put("service", event.service())
                .put("event", event.name());
        event.fields().forEach((name, value) -> line.put(OWN_NAMES.contains(name) ? "field_" + name : name, value));
        line.put("logger", event.logger());
        event.stackTrace().ifPresent(trace -> line.put("stack", trace));
        return line.toString();
    }
}
