package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that compiled classes no longer show, so they are read off the sources. */
class SourcesTest {

    private static final Path ROOT = Repository.root();
    private static final String REDIS_PACKAGE = "/src/main/java/asyfleet/redis/";
    private static final Path REDIS_KEYS = ROOT.resolve("common-protocol" + REDIS_PACKAGE + "schema/RedisKeys.java");
    private static final Pattern STRING_LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
    private static final Pattern KEY = Pattern.compile("static final String \\w+ = \"([^\"]+)\"");

    @Test
    void keysOfRedisAreNamedInItsPackageOnly() {
        List<String> keys = keys();
        assertFalse(keys.isEmpty(), "no key names found in " + REDIS_KEYS);

        assertEquals(
                List.of(),
                literals(sources("/src/main/").filter(file -> !file.toString().contains(REDIS_PACKAGE)))
                        .filter(literal -> keys.stream().anyMatch(key -> names(literal.text, key)))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"task:17", "task:%d", "queue.incoming", "backend.set", "task:"})
    void aKeyNameIsRecognised(String literal) {
        assertTrue(keys().stream().anyMatch(key -> names(literal, key)), literal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "task: unknown verb", "backend", "the task:", "queue.incoming.length"})
    void anotherTextIsNotTakenForAKeyName(String literal) {
        assertFalse(keys().stream().anyMatch(key -> names(literal, key)), literal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/src/main/", "/src/test/"})
    void everyModuleHasSourcesToLookAt(String part) {
        List<String> modules = List.copyOf(MavenBuild.read(ROOT).modules().keySet());

        assertEquals(
                modules,
                modules.stream()
                        .filter(module -> sources(part).anyMatch(file -> file.startsWith(ROOT.resolve(module))))
                        .toList());
    }

    @Test
    void testsNeverSleep() {
        Pattern sleep = Pattern.compile("\\.sle" + "ep\\(|\\bpark" + "(Nanos|Until)?\\(");
        assertEquals(List.of(), lines(sources("/src/test/"), line -> sleep.matcher(line)
                .find()));
    }

    @Test
    void testsOfTheQueueServerCheckEveryAnswerAgainstItsDescription() {
        Pattern unchecked = Pattern.compile("import java\\.net\\.http\\.HttpClient;");
        assertEquals(List.of(), lines(sources("/queue-server/src/test/"), line -> unchecked
                .matcher(line)
                .find()));
    }

    @Test
    void nothingIsLeftForLater() {
        Pattern mark = Pattern.compile("\\b(" + "TO" + "DO|FIX" + "ME|XX" + "X)\\b");
        assertEquals(
                List.of(), lines(sources("/src/"), line -> mark.matcher(line).find()));
    }

    private record Literal(Path file, String text) {}

    /** A name such as {@code queue} is also an ordinary word: only those with a dot or a colon can be told apart. */
    private static List<String> keys() {
        return KEY.matcher(Repository.read(REDIS_KEYS))
                .results()
                .map(match -> match.group(1))
                .filter(key -> key.contains(".") || key.contains(":"))
                .toList();
    }

    private static boolean names(String literal, String key) {
        return literal.equals(key) || key.endsWith(":") && literal.startsWith(key) && !literal.contains(" ");
    }

    private static Stream<Path> sources(String part) {
        return MavenBuild.read(ROOT).modules().keySet().stream()
                .flatMap(module -> Repository.files(ROOT.resolve(module).resolve("src"), ".java").stream())
                .filter(file -> file.toString().contains(part));
    }

    private static Stream<Literal> literals(Stream<Path> files) {
        return files.flatMap(file -> STRING_LITERAL
                .matcher(Repository.read(file))
                .results()
                .map(match -> new Literal(ROOT.relativize(file), match.group(1))));
    }

    private static List<String> lines(Stream<Path> files, Predicate<String> wanted) {
        return files.flatMap(file -> Repository.read(file)
                        .lines()
                        .filter(wanted)
                        .map(line -> ROOT.relativize(file) + ": " + line.strip()))
                .toList();
    }
}
