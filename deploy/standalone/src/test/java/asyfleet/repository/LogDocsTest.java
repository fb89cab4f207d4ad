package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The documents for operators quote events and lines of the log as the sources have them. */
class LogDocsTest {

    private static final Path ROOT = Repository.root();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern QUOTED_WORDS = Pattern.compile("`([a-z]+(?: [a-z]+)+)`");
    private static final Pattern LINE = Pattern.compile("(?m)^\\d{4}-\\S+Z (?:ERROR|WARN|INFO|DEBUG) \\S+ (.*)$");
    private static final Pattern JSON_LINE = Pattern.compile("(?m)^\\{\"time\":.*}$");
    private static final Pattern FIELD = Pattern.compile(" (\\w+)=(?:\"[^\"]*\"|\\S+)");

    /** Words in quotes that are no events. */
    private static final Set<String> OTHER_WORDS =
            Set.of("systemctl status", "asyfleet render", "appendonly yes", "no machine is up", "connection lost");

    private static final Set<String> NAMES = Set.of("id", "traceparent");
    private static final Set<String> OF_EVERY_JSON = Set.of("time", "level", "service", "event", "logger");

    /** Of an event whose line has them sometimes. */
    private static final Set<String> SOMETIMES = Set.of("stage", "lost");

    /**
     * A line of the log, or the message that makes it.
     *
     * @param named whether it says which task it is about
     */
    private record Line(String event, Set<String> fields, boolean named) {

        static Line ofMessage(String message) {
            return of(message.replace("\\\"", "\"").replaceFirst(" \\{}$", ""), message.endsWith(" {}"));
        }

        static Line ofText(String text) {
            return of(text, text.contains(" traceparent="));
        }

        private static Line of(String text, boolean named) {
            Set<String> fields = FIELD.matcher(text)
                    .results()
                    .map(field -> field.group(1))
                    .filter(field -> !NAMES.contains(field))
                    .collect(Collectors.toCollection(TreeSet::new));
            return new Line(FIELD.matcher(text).replaceAll(""), fields, named);
        }

        static Line ofJson(String json) {
            Map<?, ?> line = JsonMapper.shared().readValue(json, Map.class);
            Set<String> fields = new TreeSet<>();
            line.keySet().forEach(name -> fields.add(name.toString()));
            fields.removeAll(OF_EVERY_JSON);
            fields.removeAll(NAMES);
            return new Line(line.get("event").toString(), fields, line.containsKey("traceparent"));
        }

        Line withoutSometimes() {
            Set<String> always = new TreeSet<>(fields);
            always.removeAll(SOMETIMES);
            return new Line(event, always, named);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"operations/alerts.md", "operations/logs.md", "operations.md", "scaling.md"})
    void everyEventThatIsQuotedExists(String document) {
        String text = BLOCK.matcher(Repository.read(ROOT.resolve("docs").resolve(document)))
                .replaceAll("");
        Set<String> events = messages().map(Line::event).collect(Collectors.toSet());

        assertEquals(
                List.of(),
                QUOTED_WORDS
                        .matcher(text)
                        .results()
                        .map(words -> words.group(1))
                        .filter(words -> !OTHER_WORDS.contains(words))
                        .filter(words -> events.stream()
                                .noneMatch(event -> event.equals(words) || event.startsWith(words + ",")))
                        .toList());
    }

    @Test
    void everyLineThatIsQuotedHasTheFieldsOfItsMessage() {
        Set<Line> known = messages().map(Line::withoutSometimes).collect(Collectors.toSet());

        assertEquals(
                List.of(),
                lines().map(Line::withoutSometimes)
                        .filter(line -> !known.contains(line))
                        .toList());
    }

    @Test
    void linesAreFound() {
        assertTrue(lines().count() >= 8);
    }

    private static Stream<Line> messages() {
        return LogMessagesTest.messages().map(LogMessagesTest.Message::text).map(Line::ofMessage);
    }

    private static Stream<Line> lines() {
        return Repository.files(ROOT.resolve("docs"), ".md").stream()
                .map(Repository::read)
                .flatMap(text -> Stream.concat(
                        LINE.matcher(text).results().map(line -> Line.ofText(line.group(1))),
                        JSON_LINE.matcher(text).results().map(line -> Line.ofJson(line.group()))));
    }
}
