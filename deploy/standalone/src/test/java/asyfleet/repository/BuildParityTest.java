package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Maven build and the Gradle build say the same; the other tests break a copy to see that a difference shows. */
class BuildParityTest {

    @TempDir
    Path copy;

    @BeforeEach
    void copyBuildFiles() throws IOException {
        for (Path file : buildFiles()) {
            Path target = copy.resolve(Repository.root().relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
    }

    @Test
    void mavenAndGradleAreEqual() {
        assertEquals(List.of(), differences(Repository.root()));
    }

    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource(delimiter = '|', textBlock = """
            gradle/libs.versions.toml        | netty = "4.2.18.Final"               | netty = "4.2.17.Final"
            gradle/libs.versions.toml        | io.lettuce:lettuce-core              | io.lettuce:lettuce
            gradle/libs.versions.toml        | reactor = "3.8.8"                    | reactor = "3.8.7"
            common-protocol/build.gradle.kts | constraints {                        | //
            settings.gradle.kts              | include("client")                    | //
            backend/build.gradle.kts         | implementation(libs.picocli)         | //
            common-protocol/build.gradle.kts | runtimeOnly(variantOf                | implementation(variantOf
            queue-server/build.gradle.kts    | web(libs.crelt)                      | //
            scheduler/build.gradle.kts       | SchedulerMain                        | Scheduler
            common-protocol/build.gradle.kts | linux-aarch_64                       | linux-riscv64
            deploy/standalone/pom.xml        | <artifactId>archunit</artifactId>    | <artifactId>archunit-junit5</artifactId>
            common-protocol/pom.xml          | <scope>runtime</scope>               | <scope>test</scope>
            pom.xml                          | release>17</                         | release>21</
            pom.xml                          | <arg>-Werror</arg>                   | <arg>-nowarn</arg>
            """)
    void aDifferenceIsFound(String file, String from, String to) throws IOException {
        change(file, from, to);

        assertNotEquals(List.of(), differences(copy));
    }

    @Test
    void aDifferenceIsToldWithItsModuleAndSide() throws IOException {
        change("client/build.gradle.kts", "    testImplementation(libs.awaitility)\n", "");

        assertEquals(List.of("client: org.awaitility:awaitility 4.3.0 for TEST: only in Maven"), differences(copy));
    }

    @Test
    void aDependencyInAFormThatCannotBeReadIsRefused() throws IOException {
        change("client/build.gradle.kts", "implementation(libs.picocli)", "implementation(kotlin(\"stdlib\"))");

        assertThrows(IllegalStateException.class, () -> GradleBuild.read(copy));
    }

    private static List<String> differences(Path root) {
        return MavenBuild.read(root).differencesFrom(GradleBuild.read(root));
    }

    private void change(String file, String from, String to) throws IOException {
        Path path = copy.resolve(file);
        String before = Files.readString(path);
        assertTrue(before.contains(from), file + " no longer has " + from);
        Files.writeString(path, before.replace(from, to));
    }

    private static List<Path> buildFiles() {
        Path root = Repository.root();
        Stream<Path> modules = MavenBuild.read(root).modules().keySet().stream().map(root::resolve);
        return Stream.concat(
                        Stream.concat(Stream.of(root), modules)
                                .flatMap(directory ->
                                        Stream.of("pom.xml", "build.gradle.kts").map(directory::resolve)),
                        Stream.of("settings.gradle.kts", "gradle/libs.versions.toml")
                                .map(root::resolve))
                .toList();
    }
}
