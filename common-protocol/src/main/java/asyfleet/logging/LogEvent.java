package asyfleet.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.event.Level;

/**
 * One thing that happened: a name in words, and fields. A message such as {@code backend lost task={} reason={} {}} has both;
 * its last argument may be {@link LogFields}. A field whose value is an empty {@link Optional} is left out.
 *
 * @param logger the class that tells of it
 */
record LogEvent(
        Instant time,
        Level level,
        String service,
        String logger,
        String name,
        Map<String, String> fields,
        Optional<String> stackTrace) {

    /** {@code key={}}, {@code key="words {}"} or {@code key=word}. */
    private static final Pattern FIELD = Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|(\\{}|[^\\s,;]+))");

    private static final String PLACE = "{}";

    private static final int MOST_MESSAGES = 1000;

    /** Messages that were logged before, in pieces: many threads log the same few messages for every task. */
    private static final Map<String, List<Part>> MESSAGES = new ConcurrentHashMap<>();

    static LogEvent of(Source source, String message, Object[] arguments, Throwable failure) {
        Queue<Object> left = new ArrayDeque<>();
        for (Object argument : arguments == null ? new Object[0] : arguments) {
            left.add(argument == null ? "null" : argument);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        StringBuilder name = new StringBuilder();
        for (Part part : parts(String.valueOf(message))) {
            if (part.field == null) {
                name.append(filled(part.text, left, fields));
            } else if (left.peek() instanceof Optional<?> value && value.isEmpty() && part.text.equals(PLACE)) {
                left.remove();
            } else {
                fields.put(part.field, filled(part.text, left, fields));
            }
        }
        return new LogEvent(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                source.level(),
                source.service(),
                source.logger(),
                tidy(name),
                fields,
                Optional.ofNullable(failure).map(LogEvent::trace));
    }

    /** Without the blanks that fields leave: one of several, and none before a sign. */
    private static String tidy(CharSequence name) {
        StringBuilder tidy = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean afterBlank = tidy.length() > 0 && tidy.charAt(tidy.length() - 1) == ' ';
            if (afterBlank && (c == ',' || c == ';')) {
                tidy.setLength(tidy.length() - 1);
            }
            if (!afterBlank || c != ' ') {
                tidy.append(c);
            }
        }
        return tidy.toString().strip();
    }

    /** The origin of an event, and its level. */
    record Source(Level level, String service, String logger) {}

    /**
     * A piece of a message.
     *
     * @param field the name of the field that it is the value of; null for a piece of the event's name
     */
    private record Part(String field, String text) {}

    /** Messages are constants of the code; one that is not would only be looked through each time. */
    private static List<Part> parts(String message) {
        List<Part> known = MESSAGES.get(message);
        if (known != null) {
            return known;
        }
        List<Part> parts = split(message);
        if (MESSAGES.size() < MOST_MESSAGES) {
            MESSAGES.put(message, parts);
        }
        return parts;
    }

    private static List<Part> split(String message) {
        List<Part> parts = new ArrayList<>();
        Matcher field = FIELD.matcher(message);
        int end = 0;
        while (field.find()) {
            parts.add(new Part(null, message.substring(end, field.start())));
            parts.add(new Part(field.group(1), field.group(2) == null ? field.group(3) : field.group(2)));
            end = field.end();
        }
        parts.add(new Part(null, message.substring(end)));
        return parts;
    }

    private static String filled(String text, Queue<Object> arguments, Map<String, String> fields) {
        StringBuilder filled = new StringBuilder();
        int end = 0;
        for (int place = text.indexOf(PLACE); place >= 0 && !arguments.isEmpty(); place = text.indexOf(PLACE, end)) {
            filled.append(text, end, place);
            Object argument = arguments.remove();
            Object value = argument instanceof Optional<?> some
                    ? some.<Object>map(Function.identity()).orElse("")
                    : argument;
            if (value instanceof LogFields several) {
                fields.putAll(several.logFields());
            } else {
                filled.append(shown(value));
            }
            end = place + PLACE.length();
        }
        return filled.append(text.substring(end)).toString();
    }

    private static String shown(Object argument) {
        if (argument instanceof Duration duration) {
            return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
        }
        return argument instanceof Object[] array ? Arrays.deepToString(array) : argument.toString();
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
