package asyfleet.redis.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/redis.md} says what the code does. */
class RedisDocsTest {

    private static final Path ROOT = Path.of(System.getProperty("asyfleet.root"));

    @Test
    void theTableOfKeysNamesEveryKeyOfTheCodeAndNoOther() throws IOException {
        assertEquals(keysOfTheCode(), keysOfTheTable());
    }

    @Test
    void everyScriptIsNamedAndEveryNamedScriptExists() throws IOException {
        Set<String> named = Pattern.compile("`([a-z_]+)\\.lua`")
                .matcher(docs())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(scripts(), named);
    }

    @Test
    void everyScriptSaysWhatItTakesReturnsAndWhyItIsAtomic() throws IOException {
        for (String name : scripts()) {
            String text = Files.readString(scriptDirectory().resolve(name + ".lua"));
            for (String heading : new String[] {"-- KEYS", "-- ARGV", "-- Returns", "-- Why atomic: ", "-- Twice: "}) {
                assertTrue(text.contains(heading), name + ".lua lacks '" + heading + "'");
            }
        }
    }

    private static Set<String> keysOfTheCode() {
        return Arrays.stream(RedisKeys.class.getDeclaredFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .filter(field -> !field.getName().equals("BACKEND_GROUP"))
                .map(RedisDocsTest::value)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String value(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** The first column: whole keys, prefixes, and suffixes of {@code task:ID}. */
    private static Set<String> keysOfTheTable() throws IOException {
        return docs().lines()
                .takeWhile(line -> !line.startsWith("## Scripts"))
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|")[1])
                .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String docs() throws IOException {
        return Files.readString(ROOT.resolve("docs/redis.md"));
    }

    private static Path scriptDirectory() {
        return ROOT.resolve("common-protocol/src/main/resources/lua");
    }

    private static Set<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(scriptDirectory())) {
            return files.map(file -> file.getFileName().toString().replace(".lua", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
