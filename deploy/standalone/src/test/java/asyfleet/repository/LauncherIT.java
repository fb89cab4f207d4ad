package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.process.ChildCommand;
import asyfleet.repository.LauncherRun.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls that {@code ./asyfleet} passes on to the programs of the product, as packaged. */
@Timeout(300)
class LauncherIT {

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("commands")
    void everyProgramThatIsThereExplainsItself(String command) {
        Outcome outcome = run(command + " --help");

        assertEquals(0, outcome.exitCode(), outcome.output());
        assertTrue(outcome.output().contains("Usage:"), outcome.output());
        assertTrue(outcome.output().contains("Examples:\n  asyfleet "), outcome.output());
    }

    /** Those that the launcher lists, and commands of commands to which the launcher itself does something. */
    static Stream<String> commands() {
        String list = Repository.read(Repository.root().resolve("deploy/launcher/commands.sh"));
        Stream<String> listed = Pattern.compile("(?m)^  ([a-z][a-z-]*)  ")
                .matcher(list.substring(list.indexOf("Usage: ./asyfleet [--no-build]")))
                .results()
                .map(line -> line.group(1));
        return Stream.concat(
                listed,
                Stream.of(
                        "bench all",
                        "bench equality",
                        "bench startup",
                        "ring manager",
                        "ring runner",
                        "scheduler explain",
                        "backend doctor-sandbox",
                        "backend prepare-cache",
                        "backend container-profile",
                        "doctor --sandbox"));
    }

    @ParameterizedTest
    @CsvSource({
        "queue-server --prot 1, --port",
        "scheduler --prot 1, --port",
        "backend --prot 1, --port",
        "queue-server --port x, --port=x",
    })
    void aSlipIsOneLineWithCodeTwo(String command, String expected) {
        Outcome outcome = run(command);

        assertEquals(2, outcome.exitCode(), outcome.output());
        assertEquals(1, outcome.output().lines().count(), outcome.output());
        assertTrue(outcome.output().contains(expected), outcome.output());
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend"})
    void aRedisThatIsNotThereIsNamedWithCodeOne(String service) {
        Outcome outcome = new LauncherRun(directory.resolve("bin"))
                .withEnvironment("REDIS_URL", "redis://127.0.0.1:1")
                .run("--no-build", service, "--port", "0", "--redis-patience", "0");

        assertEquals(1, outcome.exitCode(), outcome.output());
        String lastLine = outcome.output().lines().reduce("", (earlier, line) -> line);
        assertTrue(lastLine.startsWith("asyfleet " + service + ": No Redis at 127.0.0.1:1: "), outcome.output());
        assertFalse(outcome.output().contains("WARNING: "), outcome.output());
    }

    /** Java 24 and newer warn of native code, which Netty has, unless the jar that is started allows it. */
    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend", "client", "ring", "lab", "deploy/standalone"})
    void javaWarnsOfNothingWhenAJarIsStarted(String module) throws IOException {
        Path target = Repository.root().resolve(module).resolve("target");
        String version = MavenBuild.read(Repository.root()).coordinates().get(1);
        Path path = target.resolve(Path.of(module).getFileName() + "-" + version + ".jar");
        try (JarFile jar = new JarFile(path.toFile())) {
            assertEquals("ALL-UNNAMED", jar.getManifest().getMainAttributes().getValue("Enable-Native-Access"));
        }
    }

    @Test
    void doctorShowsThatEachAttackOnTheSandboxIsContained() {
        Outcome outcome = run("doctor --sandbox");

        assertEquals(0, outcome.exitCode(), outcome.output());
        assertTrue(outcome.output().contains("contained"), outcome.output());
    }

    @Test
    void aServiceIsInstalledBelowADirectoryAndItsSettingsOutliveTheNextInstallation() throws Exception {
        Path root = directory.resolve("root");
        Path program = root.resolve("usr/lib/asyfleet/scheduler");
        Path settings = root.resolve("etc/asyfleet/scheduler.conf");

        assertInstalls(root);
        Process help = new ProcessBuilder(
                        ChildCommand.jdk("java"),
                        "-jar",
                        program.resolve("scheduler.jar").toString(),
                        "--help")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, help.waitFor());
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)));
        String unit = "asyfleet-scheduler.service";
        assertEquals(
                Repository.read(Repository.root().resolve("deploy/systemd").resolve(unit)),
                Files.readString(root.resolve("etc/systemd/system").resolve(unit)));

        Files.writeString(settings, "redis = redis://one:6379\n");
        Path old = Files.writeString(program.resolve("lib/of-an-older-version.jar"), "");
        assertInstalls(root);
        assertEquals("redis = redis://one:6379\n", Files.readString(settings));
        assertFalse(Files.exists(old), "a library of an older version");
    }

    private void assertInstalls(Path root) {
        Outcome outcome = run("install --root " + root + " scheduler");
        assertEquals(0, outcome.exitCode(), outcome.output());
    }

    @Test
    void aRingDrawsADirectoryOfFigures() throws Exception {
        Path runs = Files.createDirectories(directory.resolve("runs/sub")).getParent();
        for (String name : List.of("circle", "square", "sub/line")) {
            Files.writeString(runs.resolve(name + ".asy"), "draw(unitcircle); write(\"" + name + "\");");
        }
        int port = freePort();

        CompletableFuture<Outcome> manager = CompletableFuture.supplyAsync(
                () -> run("ring manager --port " + port + " --runs runs --outputs outputs"));
        Outcome runner = run("ring runner 2 --name drawer --connect 127.0.0.1:" + port);

        assertEquals(0, runner.exitCode(), runner.output());
        assertEquals(0, manager.get().exitCode(), manager.get().output());
        assertTrue(
                manager.get().output().contains("3 succeeded, 0 failed"),
                manager.get().output());
        for (String name : List.of("circle", "square", "sub/line")) {
            Path outputs = directory.resolve("outputs");
            String result = Files.readString(outputs.resolve(name + ".res"));
            assertTrue(result.startsWith("success: " + name + " on drawer"), result);
            assertTrue(Files.readString(outputs.resolve(name + ".svg")).contains("<svg"));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Outcome run(String command) {
        return new LauncherRun(directory.resolve("bin")).run(("--no-build " + command).split(" "));
    }
}
