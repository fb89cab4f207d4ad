package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that need more than their own JVM have the tag {@code slow}, so that {@code ./asyfleet test --fast} leaves them
 * out. Read off the sources, as the compiled tests of other modules are not on this class path.
 */
class TagsTest {

    /** The classes by which a test, or a fixture of tests, gets a process, a socket, a Redis or an {@code asy}. */
    private static final List<String> DOORS = List.of(
            "java.lang.ProcessBuilder",
            "java.net.ServerSocket",
            "java.net.Socket",
            "java.net.http.HttpClient",
            "asyfleet.backend.SandboxDoctor",
            "asyfleet.backend.sandbox.BwrapSandbox",
            "asyfleet.lab.bench.BenchCommand",
            "asyfleet.net.NetThreads",
            "asyfleet.process.ChildCommand",
            "asyfleet.redis.connection.Redis",
            "asyfleet.ring.manage.Manager");

    private static final Pattern NOT_CODE =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+);");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Z]\\w*");

    /**
     * A class of the tests.
     *
     * @param mentioned simple names in its code
     */
    private record TestSource(String name, Set<String> imports, Set<String> mentioned, boolean tagged) {

        static TestSource of(String text) {
            String code = NOT_CODE.matcher(text).replaceAll("");
            String className = first(Pattern.compile("(?:class|interface|record|enum) (\\w+)"), code);
            return new TestSource(
                    first(PACKAGE, code) + "." + className,
                    all(IMPORT, code),
                    NAME.matcher(code).results().map(match -> match.group()).collect(Collectors.toSet()),
                    text.contains("\n@Tag(\"slow\")\n"));
        }

        boolean uses(String other) {
            int dot = other.lastIndexOf('.');
            String itsPackage = other.substring(0, dot);
            boolean seenWithoutImport = itsPackage.equals("java.lang") || itsPackage.equals(packageName());
            return seenWithoutImport
                    ? mentioned.contains(other.substring(dot + 1))
                    : imports.stream().anyMatch(name -> (name + ".").startsWith(other + "."));
        }

        boolean usesAny(Set<String> others) {
            return others.stream().anyMatch(other -> !other.equals(name) && uses(other));
        }

        boolean isTest() {
            return name.endsWith("Test");
        }

        private String packageName() {
            return name.substring(0, name.lastIndexOf('.'));
        }
    }

    private static final List<TestSource> SOURCES = MavenBuild.read(Repository.root()).modules().keySet().stream()
            .flatMap(
                    module -> Repository.files(Repository.root().resolve(module).resolve("src/test"), ".java").stream())
            .filter(file -> !file.endsWith("package-info.java"))
            .map(Repository::read)
            .map(TestSource::of)
            .toList();

    @Test
    void aTestThatNeedsMoreThanItsJvmIsTaggedAsSlow() {
        Set<String> slow = slow(SOURCES);

        assertEquals(
                List.of(),
                SOURCES.stream()
                        .filter(source -> source.isTest() && slow.contains(source.name) && !source.tagged)
                        .map(source -> source.name + " needs @Tag(\"slow\")")
                        .toList());
    }

    @Test
    void manyTestsNeedNoMoreThanTheirJvm() {
        long fast = SOURCES.stream()
                .filter(source -> source.isTest() && !source.tagged)
                .count();

        assertTrue(fast > 50, "only " + fast);
    }

    @Test
    void everyDoorIsUsed() {
        assertEquals(
                List.of(),
                DOORS.stream()
                        .filter(door -> SOURCES.stream().noneMatch(source -> source.uses(door)))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "package a;\nimport java.net.Socket;\nclass T { Socket socket; }",
                "package a;\nclass T { ProcessBuilder builder; }",
                "package a;\nclass T { Fixture fixture; }",
                "package b;\nimport a.Fixture;\nclass T { Fixture fixture; }",
                "package b;\nimport static a.Fixture.start;\nclass T { { start(); } }",
            })
    void aUseIsSeenAlsoThroughAFixture(String test) {
        TestSource fixture =
                TestSource.of("package a;\nimport asyfleet.process.ChildCommand;\nfinal class Fixture { }");

        assertTrue(slow(List.of(TestSource.of(test), fixture)).size() > DOORS.size() + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "package a;\n/** Not a {@link Fixture}. */\nclass T { String text = \"Fixture\"; } // Fixture",
                "package b;\nclass T { Fixture ofThisPackage; }",
            })
    void anotherMentionIsNoUse(String test) {
        TestSource fixture =
                TestSource.of("package a;\nimport asyfleet.process.ChildCommand;\nfinal class Fixture { }");

        assertEquals(
                DOORS.size() + 1, slow(List.of(TestSource.of(test), fixture)).size());
    }

    /** The doors, whoever uses one, whoever uses those, and so on. */
    private static Set<String> slow(List<TestSource> sources) {
        Set<String> slow = new TreeSet<>(DOORS);
        int before;
        do {
            before = slow.size();
            sources.stream()
                    .filter(source -> source.usesAny(slow))
                    .map(TestSource::name)
                    .toList()
                    .forEach(slow::add);
        } while (slow.size() > before);
        return slow;
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();
    }
}
