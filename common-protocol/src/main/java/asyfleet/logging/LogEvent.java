package asyfleet.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.event.Level;

/**
 * One thing that happened: a name in words, and fields. A message such as {@code backend lost task={} reason={}} has both.
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

    static LogEvent of(Source source, String message, Object[] arguments, Throwable failure) {
        Queue<Object> left = new ArrayDeque<>();
        for (Object argument : arguments == null ? new Object[0] : arguments) {
            left.add(argument == null ? "null" : argument);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        StringBuilder name = new StringBuilder();
        Matcher field = FIELD.matcher(String.valueOf(message));
        int end = 0;
        while (field.find()) {
            name.append(filled(message.substring(end, field.start()), left));
            String value = field.group(2) == null ? field.group(3) : field.group(2);
            fields.put(field.group(1), filled(value, left));
            end = field.end();
        }
        name.append(filled(String.valueOf(message).substring(end), left));
        return new LogEvent(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                source.level(),
                source.service(),
                source.logger(),
                name.toString().strip().replaceAll(" {2,}", " ").replaceAll(" ([,;])", "$1"),
                fields,
                Optional.ofNullable(failure).map(LogEvent::trace));
    }

    /** Who tells of an event, and how grave it is. */
    record Source(Level level, String service, String logger) {}

    private static String filled(String text, Queue<Object> arguments) {
        StringBuilder filled = new StringBuilder();
        int end = 0;
        for (int place = text.indexOf(PLACE); place >= 0 && !arguments.isEmpty(); place = text.indexOf(PLACE, end)) {
            filled.append(text, end, place).append(shown(arguments.remove()));
            end = place + PLACE.length();
        }
        return filled.append(text.substring(end)).toString();
    }

    private static String shown(Object argument) {
        if (argument instanceof Duration duration) {
            return duration.toString().replaceFirst("^PT", "").toLowerCase(Locale.ROOT);
        }
        return argument instanceof Object[] array ? Arrays.deepToString(array) : argument.toString();
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
