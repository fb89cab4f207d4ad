package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.repository.LauncherRun.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that the launcher has a JVM make, with a stand-in for the JVM. */
@Tag("slow")
class ClassArchiveTest {

    /** Writes the archive that it is told to write, finds every archive whole, and keeps a list of its calls. */
    private static final String JAVA = """
            #!/bin/sh
            echo "$*" >>"$(dirname "$0")/calls"
            case "$1" in -XX:ArchiveClassesAtExit=*) echo archive >"${1#*=}" ;; esac
            """;

    /** Its archive is never whole. */
    private static final String KILLED_JAVA = JAVA + "[ \"$1\" != -Xshare:on ]\n";

    @TempDir
    Path root;

    private Path jar;
    private Path archive;

    @BeforeEach
    void lookLikeACheckout() throws IOException {
        Path target = Files.createDirectories(root.resolve("scheduler/target"));
        jar = Files.createFile(target.resolve("scheduler.jar"));
        archive = target.resolve("classes-17.jsa");
        Files.createDirectories(root.resolve("jdk/bin"));
        useJava(JAVA);
    }

    private void useJava(String script) throws IOException {
        Path java = Files.writeString(root.resolve("jdk/bin/java"), script);
        assertTrue(java.toFile().setExecutable(true));
    }

    private String launch(String commands) {
        String script = "set -euo pipefail; ROOT=$PWD JDK=$PWD/jdk JDK_VERSION=17; say() { :; };"
                + "module_jar() { echo $ROOT/scheduler/target/scheduler.jar; };"
                + "source '" + Repository.root().resolve("deploy/launcher/jvm.sh") + "';" + commands;
        Outcome outcome = new LauncherRun(root.resolve("bin"))
                .withEnvironment("ASYFLEET_JVM_OPTIONS", "-Xmx9g")
                .runFile(Path.of("/bin/bash"), "-c", script);
        assertEquals(0, outcome.exitCode(), outcome.output());
        return outcome.output().strip();
    }

    private String options() {
        return launch("choose_jvm_options scheduler; echo \"${JVM_OPTIONS[@]}\"");
    }

    private long recordings() throws IOException {
        return Files.readAllLines(root.resolve("jdk/bin/calls")).stream()
                .filter(call -> call.startsWith("-XX:ArchiveClassesAtExit="))
                .count();
    }

    private List<String> archives() {
        return Repository.files(archive.getParent(), "").stream()
                .filter(Files::isRegularFile)
                .map(file -> file.getFileName().toString())
                .filter(name -> name.contains(".jsa"))
                .toList();
    }

    @Test
    void anArchiveIsMadeOnceAndUsed() throws IOException {
        launch("ensure_archive scheduler; ensure_archive scheduler");

        assertEquals(1, recordings());
        assertEquals(List.of("classes-17.jsa"), archives());
        assertTrue(options().contains("-XX:SharedArchiveFile=" + archive.toRealPath() + " "), options());
    }

    @Test
    void aNewerJarGetsANewArchive() throws IOException {
        launch("ensure_archive scheduler");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
        launch("ensure_archive scheduler");

        assertEquals(2, recordings());
    }

    @Test
    void severalLaunchersAtATimeLeaveOneWholeArchive() throws IOException {
        launch("for i in 1 2 3; do ensure_archive scheduler & done; wait");

        assertEquals(List.of("classes-17.jsa"), archives());
        assertEquals("archive\n", Files.readString(archive));
    }

    @Test
    void anArchiveThatIsNotWholeIsNeitherUsedNorTriedAgain() throws IOException {
        useJava(KILLED_JAVA);
        launch("ensure_archive scheduler; ensure_archive scheduler");

        assertEquals(1, recordings());
        assertEquals(List.of("classes-17.jsa"), archives());
        assertFalse(options().contains("SharedArchiveFile"), options());
    }

    @Test
    void theUsersOptionsOfTheJvmComeLastAndSoWin() {
        assertEquals(
                "-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=0.1"
                        + " -XX:+UseSerialGC -Xms64m -Xmn32m -XX:MinHeapFreeRatio=30 -Xmx512m"
                        + " -Dio.netty.leakDetection.samplingInterval=4096 -Xmx9g",
                options());
    }
}
