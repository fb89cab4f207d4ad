package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages of the log, as they stand in the sources: {@code docs/operations/logs.md} says how they are read. */
class LogMessagesTest {

    private static final Path ROOT = Repository.root();
    private static final String LITERAL = "\"(?:[^\"\\\\\\n]|\\\\.)*\"";
    private static final Pattern CALL = Pattern.compile(
            "(?:\\bLOG\\s*\\.(?:atLevel\\([^;]*?\\)\\s*\\.log|error|warn|info|debug)\\(|\\bLogEvent\\.of\\(\\s*source,)\\s*("
                    + LITERAL + "(?:\\s*\\+\\s*" + LITERAL + ")*)");
    private static final Pattern FIELD = Pattern.compile("\\w+=(\\\\\"[^\"]*\"|\\{}|.)");
    private static final Pattern TASK = Pattern.compile("\\b(task|id)=\\{}");

    /** Classes that speak of one task only, whatever they say. */
    private static final Set<String> OF_ONE_TASK = Set.of(
            "BatchRun",
            "CellFiles",
            "ErrorAnswers",
            "Journal",
            "LoggedTasks",
            "RunningTask",
            "Storing",
            "Submitting",
            "TaskAbandonment",
            "TaskFlow",
            "TaskLog",
            "Webhooks");

    /** Here Redis did not say what the task is called. */
    private static final Set<String> NAMES_UNKNOWN =
            Set.of("claim given up task={}", "task not resumed id={} reason={}");

    record Message(String file, String text) {}

    @Test
    void everyLineAboutATaskHasItsNames() {
        assertEquals(
                List.of(),
                messages()
                        .filter(message -> OF_ONE_TASK.contains(message.file)
                                || TASK.matcher(message.text).find())
                        .filter(message -> !NAMES_UNKNOWN.contains(message.text))
                        .filter(message -> !message.text.endsWith(" {}"))
                        .toList());
    }

    /** A value without quotes ends at the first blank, and what follows would become a part of the event's name. */
    @Test
    void aFieldIsAnArgumentOrInQuotes() {
        assertEquals(
                List.of(),
                messages()
                        .filter(message -> FIELD.matcher(message.text)
                                .results()
                                .map(field -> field.group(1))
                                .anyMatch(value -> !value.equals("{}") && !value.startsWith("\\\"")))
                        .toList());
    }

    @Test
    void messagesAreFound() {
        List<Message> all = messages().toList();
        assertTrue(all.size() > 100, all::toString);
        assertTrue(OF_ONE_TASK.stream().allMatch(one -> all.stream().anyMatch(message -> message.file.equals(one))));
        assertTrue(NAMES_UNKNOWN.stream().allMatch(one -> all.stream().anyMatch(message -> message.text.equals(one))));
    }

    static Stream<Message> messages() {
        return MavenBuild.read(ROOT).modules().keySet().stream()
                .flatMap(module -> Repository.files(ROOT.resolve(module).resolve("src/main"), ".java").stream())
                .flatMap(file -> CALL.matcher(Repository.read(file))
                        .results()
                        .map(call -> new Message(file.getFileName().toString().replace(".java", ""), joined(call))));
    }

    private static String joined(MatchResult call) {
        String text = call.group(1).replaceAll("\"\\s*\\+\\s*\"", "");
        return text.substring(1, text.length() - 1);
    }
}
