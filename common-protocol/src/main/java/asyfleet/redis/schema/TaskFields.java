package asyfleet.redis.schema;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.wire.Excerpt;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rules for the fields of {@code task:ID} that say how a task is to be run. Our own queue servers keep them; another
 * program may not. Fields that are not named here are left alone, so that the schema can grow.
 */
public final class TaskFields {

    /** @param expected in words, for the one who wrote the field */
    private record Rule(Predicate<String> allows, String expected) {}

    private static final Rule FLAG = new Rule(text -> text.equals("true") || text.equals("false"), "true or false");

    private static final Map<String, Rule> RULES = new LinkedHashMap<>();

    static {
        RULES.put("duration", matching("[0-9]{1,6}([.][0-9]*)?", "seconds, such as 3 or 10.5"));
        RULES.put("interactive", FLAG);
        RULES.put("format", new Rule(text -> Format.ofWire(text).isPresent(), formats()));
        RULES.put("formats", new Rule(TaskFields::areFormats, formats() + ", joined by commas"));
        RULES.put("stderr", new Rule(text -> StderrMode.ofWire(text).isPresent(), "separate or stdout"));
        RULES.put("verbosity", matching("[0-9]{1,9}", "a number"));
        RULES.put("dpi", matching("[0-9]{1,3}", "a number of pixels per inch"));
        RULES.put("transparent", FLAG);
        RULES.put("text", FLAG);
        RULES.put("priority", matching("[0-2]", "0, 1 or 2"));
    }

    private TaskFields() {}

    private static Rule matching(String pattern, String expected) {
        return new Rule(Pattern.compile(pattern).asMatchPredicate(), expected);
    }

    private static String formats() {
        return Arrays.stream(Format.values()).map(Format::wire).collect(Collectors.joining(", "));
    }

    private static boolean areFormats(String text) {
        return Arrays.stream(text.split(",", -1))
                .allMatch(one -> Format.ofWire(one).isPresent());
    }

    /** The first field with a value that it cannot have, with what was expected. */
    public static Optional<String> mistake(Map<String, byte[]> hash) {
        return RULES.entrySet().stream()
                .filter(rule -> hash.containsKey(rule.getKey()))
                .flatMap(
                        rule -> mistake(
                                rule.getKey(),
                                rule.getValue(),
                                new String(hash.get(rule.getKey()), StandardCharsets.UTF_8))
                                .stream())
                .findFirst();
    }

    private static Optional<String> mistake(String name, Rule rule, String value) {
        return rule.allows().test(value)
                ? Optional.empty()
                : Optional.of("field %s of the task: got %s, expected %s"
                        .formatted(name, Excerpt.of(value), rule.expected()));
    }
}
