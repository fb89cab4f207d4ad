package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The comparison of {@code ./asyfleet build --twice}, with a build that only writes a file: the real one takes minutes, so
 * people run it, as CONTRIBUTING.md says.
 */
@Tag("slow")
class BuildTwiceTest {

    private static final String TWICE = """
            set -euo pipefail
            source "$LAUNCHER/say.sh"
            source "$LAUNCHER/build.sh"
            build_twice
            """;
    private static final String COMMIT = """
            git init --quiet
            git add .
            git -c user.name=somebody -c user.email=somebody@example.org commit --quiet --message first
            """;

    @TempDir
    private Path directory;

    @Test
    void buildsThatMakeTheSameJarsAreEqual() throws Exception {
        commitABuildThatWrites("always the same");

        assertEquals(0, run(TWICE));
        assertTrue(said().contains("both builds made the same 1 jars"), said());
    }

    @Test
    void aJarThatHoldsTheTimeZoneIsNoticed() throws Exception {
        commitABuildThatWrites("built in $TZ");

        assertEquals(1, run(TWICE));
        assertTrue(said().contains("the two builds differ"), said());
    }

    @Test
    void aJarThatHoldsItsDirectoryIsNoticed() throws Exception {
        commitABuildThatWrites("built in $(dirname \"$0\")");

        assertEquals(1, run(TWICE));
        assertTrue(said().contains("the two builds differ"), said());
    }

    private void commitABuildThatWrites(String text) throws Exception {
        Path checkout = Files.createDirectory(directory.resolve("checkout"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>\n");
        Path build = Files.writeString(checkout.resolve("asyfleet"), """
                #!/bin/sh
                cd "$(dirname -- "$0")" && mkdir -p module/target && echo "%s" > module/target/module-1.jar
                """.formatted(text));
        assertTrue(build.toFile().setExecutable(true));
        assertEquals(0, run(COMMIT), this::said);
    }

    private int run(String script) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("bash", "-euc", script)
                .directory(directory.resolve("checkout").toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output().toFile());
        shell.environment().put("ROOT", directory.resolve("checkout").toString());
        shell.environment()
                .put("LAUNCHER", Repository.root().resolve("deploy/launcher").toString());
        shell.environment().put("TMPDIR", directory.toString());
        Process process = shell.start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        return process.exitValue();
    }

    private Path output() {
        return directory.resolve("output");
    }

    private String said() {
        return Repository.read(output());
    }
}
