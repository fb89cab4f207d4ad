package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.repository.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands of the documents work as they stand. A block that begins with {@code ```sh run} is run, against a fleet of this
 * test in place of the one that the documents speak of. The blocks of a document run one after the other in one shell, as a
 * reader would type them, and {@code ./asyfleet} is the launcher with the programs as packaged. An answer of the fleet that
 * is an error ends them, but for one that goes on through a pipe.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class DocsCommandsIT {

    private static final Pattern RUNNABLE = Pattern.compile("(?ms)^```sh run\\n(.*?)^```$");
    private static final String DOCUMENTED = "http://localhost:8080";

    /** Has an error of the fleet fail as well, and shows it. */
    private static final String CURL = """
            curl() { case " $* " in *' --fail '*) command curl "$@" ;; *) command curl --fail-with-body "$@" ;; esac }
            set -x
            """;

    /** Packed twice; and the second command starts with the archive of classes that the first one made. */
    private static final String CLIENT_ALONE = """
            source "$ROOT/deploy/launcher/say.sh"
            source "$ROOT/deploy/launcher/build.sh"
            source "$ROOT/deploy/launcher/release.sh"
            make_release "$PWD/one"
            make_release "$PWD/other"
            cmp one/asyfleet-client-*.tar.gz other/asyfleet-client-*.tar.gz
            (cd one && sha256sum --check asyfleet-client-*.sha256)
            tar xf one/asyfleet-client-*.tar.gz
            mv asyfleet-client-*/ client
            cd /
            env JAVA_HOME="$JDK" "$OLDPWD/client/bin/asyfleet" render "$0"
            env JAVA_HOME="$JDK" ASYFLEET_JVM_OPTIONS=-Xshare:on "$OLDPWD/client/bin/asyfleet" version
            """;

    /** The pictures that the commands of a document leave behind. */
    private static final Map<String, List<String>> WRITTEN = Map.of(
            "README.md", List.of("flower.svg"),
            "getting-started.md", List.of("flower.svg", "figure.svg"),
            "drop-ins.md", List.of("figure.pdf", "figure.png"),
            "http-api.md", List.of("figures.zip"),
            "formats.md", List.of("figure.html", "figure.eps"),
            "client.md",
                    List.of(
                            "figure.svg",
                            "big.png",
                            "figure.png",
                            "images/one.svg",
                            "chapters/one.svg",
                            "standard.svg",
                            "figure.pdf",
                            "plot.png",
                            "load.html"));

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    @BeforeAll
    static void start() {
        redis = RedisFixture.start();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1"));
    }

    @AfterAll
    static void end() throws Exception {
        fleet.close();
        redis.close();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyCommandThatIsMarkedAsRunnableWorks(Path document, @TempDir Path directory) throws Exception {
        String commands = commands(document).replace(DOCUMENTED, fleet.url().toString());
        Path output = directory.resolve("output");
        Path work = Files.createDirectory(directory.resolve("work"));
        writeLauncher(work.resolve("asyfleet"));
        ProcessBuilder shell = new ProcessBuilder("bash", "-euc", CURL + commands)
                .directory(work.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment().put("ASYFLEET_SERVER", fleet.url().toString());

        assertEquals(0, shell.start().waitFor(), () -> read(output));
        for (String file : WRITTEN.getOrDefault(document.getFileName().toString(), List.of())) {
            assertTrue(work.resolve(file).toFile().length() > 0, () -> "no " + file + "\n" + read(output));
        }
    }

    private static void writeLauncher(Path file) throws IOException {
        Path launcher = Repository.root().resolve("asyfleet");
        Files.writeString(file, "#!/bin/sh\nexec '" + launcher + "' --no-build \"$@\"\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    /** As {@code docs/client.md} says under "The client alone". */
    @Test
    void theReleasedClientDrawsWithNothingButJavaAndItsArchiveIsAlwaysTheSame(@TempDir Path directory)
            throws Exception {
        Path output = directory.resolve("output");
        Path figure = Files.writeString(directory.resolve("figure.asy"), "draw(unitcircle);");
        ProcessBuilder shell = new ProcessBuilder("bash", "-euc", CLIENT_ALONE, figure.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment()
                .putAll(Map.of(
                        "ASYFLEET_SERVER", fleet.url().toString(),
                        "ROOT", Repository.root().toString(),
                        "JDK", System.getProperty("java.home"),
                        "XDG_CACHE_HOME", directory.resolve("cache").toString()));

        assertEquals(0, shell.start().waitFor(), () -> read(output));
        assertTrue(Files.size(directory.resolve("figure.svg")) > 0, () -> read(output));
        assertTrue(read(output).contains("asymptote  "), () -> read(output)); // the version of the fleet's
        assertEquals(1, Repository.files(directory.resolve("cache"), ".jsa").size());
        assertTrue(read(directory.resolve("client/share/man/man1/asyfleet.1")).startsWith(".TH ASYFLEET 1\n"));
        assertTrue(read(directory.resolve("client/share/bash-completion/completions/asyfleet"))
                .contains("--token-file"));
        assertTrue(read(directory.resolve("client/share/zsh/site-functions/_asyfleet"))
                .startsWith("#compdef asyfleet\n"));
    }

    @Test
    void theReadmeAndTheFirstStepsHaveSuchCommands() {
        List<String> names =
                documents().map(Path::getFileName).map(Path::toString).toList();

        assertTrue(names.contains("http-api.md"), names.toString());
        assertTrue(names.containsAll(WRITTEN.keySet()), names.toString());
    }

    static Stream<Path> documents() {
        return Stream.concat(
                        Stream.of(Repository.root().resolve("README.md")),
                        Repository.files(Repository.root().resolve("docs"), ".md").stream())
                .filter(document -> !commands(document).isEmpty());
    }

    private static String commands(Path document) {
        return RUNNABLE.matcher(Repository.read(document))
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.joining("\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
