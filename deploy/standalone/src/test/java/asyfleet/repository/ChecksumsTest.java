package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.wire.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of checksums holds what the builds use; {@code ./asyfleet build --record-checksums} makes it anew. */
@Tag("slow")
class ChecksumsTest {

    private static final Path ROOT = Repository.root();
    private static final Pattern PLUGIN = Pattern.compile(
            "<plugin>\\s*(?:<!--[^>]*-->\\s*)?<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*"
                    + "<version>([^<]+)</version>");
    private static final Pattern GRADLE =
            Pattern.compile("<component group=\"([^\"]+)\" name=\"([^\"]+)\" version=\"([^\"]+)\">|"
                    + "<artifact name=\"([^\"]+)\"><sha256 value=\"([0-9a-f]{64})\"/></artifact>");

    /** Path in a Maven repository, and SHA-256. */
    private final Map<String, String> listed = new TreeMap<>();

    ChecksumsTest() {
        Repository.read(ROOT.resolve(".mvn/checksums/checksums.sha256"))
                .lines()
                .map(line -> line.split(" {2}"))
                .forEach(line -> listed.put(line[1], line[0]));
    }

    @Test
    void everyLibraryThatRunsHereIsListed() throws IOException {
        List<Path> libraries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(ChecksumsTest::isInMavenRepository)
                .toList();
        assertTrue(libraries.size() > 20, libraries.toString());
        for (Path library : libraries) {
            assertEquals(
                    checksum(library.getFileName().toString()),
                    Sha256.hex(Files.readAllBytes(library)),
                    "of " + library);
        }
    }

    /** {@code .../NAME/VERSION/NAME-VERSION.jar}: neither a module of ours nor something that an IDE adds. */
    private static boolean isInMavenRepository(Path jar) {
        return jar.getNameCount() > 3
                && jar.getFileName()
                        .toString()
                        .startsWith(jar.getParent().getParent().getFileName() + "-"
                                + jar.getParent().getFileName());
    }

    private String checksum(String file) {
        return listed.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("/" + file))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("nothing listed");
    }

    @Test
    void everyPluginOfTheBuildIsListed() {
        List<String> plugins = PLUGIN.matcher(Repository.read(ROOT.resolve("pom.xml")))
                .results()
                .map(plugin -> path(plugin.group(1), plugin.group(2), plugin.group(3))
                        + "%s-%s.jar".formatted(plugin.group(2), plugin.group(3)))
                .toList();
        assertTrue(plugins.size() > 5, plugins.toString());
        assertEquals(
                List.of(),
                plugins.stream().filter(path -> !listed.containsKey(path)).toList());
    }

    @Test
    void gradleHasTheSameList() {
        Map<String, String> jars = new TreeMap<>(listed);
        jars.keySet().removeIf(path -> !path.endsWith(".jar"));

        assertEquals(jars, gradle());
    }

    private static Map<String, String> gradle() {
        Map<String, String> found = new TreeMap<>();
        String component = "";
        Matcher matcher = GRADLE.matcher(Repository.read(ROOT.resolve("gradle/verification-metadata.xml")));
        while (matcher.find()) {
            if (matcher.group(1) == null) {
                found.put(component + matcher.group(4), matcher.group(5));
            } else {
                component = path(matcher.group(1), matcher.group(2), matcher.group(3));
            }
        }
        return found;
    }

    private static String path(String group, String name, String version) {
        return group.replace('.', '/') + "/" + name + "/" + version + "/";
    }

    @Test
    void anArtifactThatWasChangedStopsTheLauncherWithAnOlderMaven(@TempDir Path repository) throws Exception {
        String path = listed.keySet().stream()
                .filter(name -> name.contains("picocli"))
                .findFirst()
                .orElseThrow();
        Files.createDirectories(repository.resolve(path).getParent());
        Files.writeString(repository.resolve(path), "changed");

        Process check = check(repository);

        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, check.waitFor(), output);
        assertTrue(output.startsWith(path + ": FAILED\n"), output);
    }

    @Test
    void aRepositoryThatTheLauncherDoesNotFindIsNoFailure(@TempDir Path repository) throws Exception {
        Process check = check(repository);

        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, check.waitFor(), output);
        assertTrue(output.startsWith("asyfleet: not checked "), output);
    }

    private static Process check(Path repository) throws IOException {
        String script = "set -euo pipefail; ROOT=\"$1\"; for part in say checksums; do"
                + " source \"$ROOT/deploy/launcher/$part.sh\"; done; check_artifacts \"$2\"";
        List<String> command =
                List.of("bash", "-c", script, "bash", ROOT.toString(), "-Dmaven.repo.local=" + repository);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
