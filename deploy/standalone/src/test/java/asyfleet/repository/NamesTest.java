package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A simple name means one thing in the whole product, and the first sentence about a type says what it is. */
class NamesTest {

    private static final Pattern NOT_CODE =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");

    /** A Javadoc that begins with a question word, and the type that follows it, with annotations in between. */
    private static final Pattern RIDDLE = Pattern.compile(
            "/\\*\\*[\\s*]*(?:What|Where|Who|How|Whether|When|Why|Which)\\b(?:(?!\\*/).)*\\*/\\s*(?:@\\w+(?:\\([^;{]*?\\))?\\s+)*(?:[a-z-]+ )*"
                    + "(?:class|record|enum|@?interface) (\\w+)",
            Pattern.DOTALL);

    private static final Pattern BEGINS_WITH_WHAT = Pattern.compile("/\\*\\*[\\s*]*(What\\b[^\\n]*)");

    private static final List<Path> SOURCES = MavenBuild.read(Repository.root()).modules().keySet().stream()
            .flatMap(
                    module -> Repository.files(Repository.root().resolve(module).resolve("src/main"), ".java").stream())
            .filter(file -> !file.endsWith("package-info.java"))
            .toList();

    /** All but this file, which has examples of riddles. */
    private static final List<Path> TESTS = MavenBuild.read(Repository.root()).modules().keySet().stream()
            .flatMap(
                    module -> Repository.files(Repository.root().resolve(module).resolve("src/test"), ".java").stream())
            .filter(file -> !file.endsWith("NamesTest.java"))
            .filter(file -> !file.endsWith("package-info.java"))
            .toList();

    private static final List<Path> ALL =
            Stream.concat(SOURCES.stream(), TESTS.stream()).toList();

    @Test
    void noTwoFilesHaveTheSameName() {
        assertEquals(List.of(), sameNames(ALL));
    }

    @Test
    void noNestedTypeHasTheNameOfAnotherFile() {
        Map<String, Path> files = files(SOURCES);

        assertEquals(
                List.of(),
                SOURCES.stream()
                        .flatMap(file -> types(Repository.read(file))
                                .filter(type -> !type.equals(nameOf(file)) && files.containsKey(type))
                                .map(type -> type + " in " + file + " and " + files.get(type)))
                        .toList());
    }

    @Test
    void noJavadocOfATypeBeginsWithARiddle() {
        assertEquals(
                List.of(),
                ALL.stream()
                        .flatMap(file -> riddles(Repository.read(file)).map(type -> type + " in " + file))
                        .toList());
    }

    @Test
    void noJavadocBeginsWithWhat() {
        assertEquals(
                List.of(),
                ALL.stream()
                        .flatMap(file -> BEGINS_WITH_WHAT
                                .matcher(Repository.read(file))
                                .results()
                                .map(found -> found.group(1) + " in " + file))
                        .toList());
    }

    @Test
    void aJavadocThatBeginsWithWhatIsFound() {
        assertTrue(BEGINS_WITH_WHAT.matcher("    /** What waits for it. */").find());
        assertTrue(BEGINS_WITH_WHAT.matcher("/**\n * What waits for it.\n */").find());
        assertFalse(BEGINS_WITH_WHAT
                .matcher("/** The tasks.\n * What waits is kept. */")
                .find());
    }

    @Test
    void aSecondFileOfTheSameNameIsFound() {
        assertEquals(List.of("A"), sameNames(List.of(Path.of("x/A.java"), Path.of("y/A.java"), Path.of("y/B.java"))));
    }

    @Test
    void everyTypeOfAFileIsFound() {
        assertEquals(
                List.of("A", "B", "C", "D"),
                types("final class A { /* class X */ record B() {} enum C { ONE } // interface Y\n"
                                + "sealed interface D permits E { String text = \"class Z\"; } }")
                        .toList());
    }

    @Test
    void aRiddleIsFoundBeforeAnnotationsAndInNestedTypes() {
        String text = """
                /** What a task passes. */
                @Timeout(value = 5, unit = MINUTES)
                @Tag("x")
                public final class A {

                    /**
                     * What it
                     * does.
                     */
                    private static sealed interface B {}

                    /** Whether it is one. */
                    enum D {}

                    /** Why it is one. */
                    @interface E {}

                    /** What it answers. */
                    int method() { return 1; }

                    /** Whatever it is. */
                    record C() {}
                }
                """;

        assertEquals(List.of("A", "B", "D", "E"), riddles(text).toList());
    }

    @Test
    void thereIsMuchToLookAt() {
        assertTrue(SOURCES.size() > 300, "only " + SOURCES.size() + " files");
    }

    private static Map<String, Path> files(List<Path> sources) {
        return sources.stream().collect(Collectors.toMap(NamesTest::nameOf, file -> file, (one, other) -> one));
    }

    private static List<String> sameNames(List<Path> sources) {
        return sources.stream()
                .collect(Collectors.groupingBy(NamesTest::nameOf, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Stream<String> types(String text) {
        return TYPE.matcher(NOT_CODE.matcher(text).replaceAll("")).results().map(match -> match.group(1));
    }

    private static Stream<String> riddles(String text) {
        return RIDDLE.matcher(text).results().map(match -> match.group(1));
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
