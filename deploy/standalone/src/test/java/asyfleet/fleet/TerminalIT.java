package asyfleet.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.repository.Repository;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client where people use it: at a terminal, which the program {@code script} makes, and in vim. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TerminalIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int FLEET_FAILED = 3;
    private static final String UP = "\u001bOA";
    private static final String ENTER = "\r";

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    @TempDir
    private Path directory;

    private Process terminal;

    @BeforeAll
    static void open() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no /usr/bin/script");
        redis = RedisFixture.start();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1", "ASYFLEET_RESULT_LIFE", "0"));
    }

    @AfterAll
    static void close() {
        if (fleet != null) {
            fleet.close();
            redis.close();
        }
    }

    @AfterEach
    void hangUp() throws InterruptedException {
        if (terminal != null) {
            terminal.destroy();
            terminal.waitFor();
        }
    }

    @Test
    void aBarGrowsAndTheSumReplacesIt() throws Exception {
        for (int i : IntStream.rangeClosed(1, 6).toArray()) {
            Files.writeString(directory.resolve("f" + i + ".asy"), "size(2cm); dot((" + i + ",0)); sleep(1);");
        }
        start("render .");

        assertTrue(terminal.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), shown());
        assertEquals(0, terminal.exitValue(), shown());
        assertTrue(shown().matches("(?s).*\\[>? *[^\\]]*\\] 0/6  0%.*\\[=+>? *\\] [1-5]/6  .*"), shown());
        String after = shown().replaceFirst("(?s).*/6 ", "");
        assertTrue(after.matches("(?s)[^\\n]*\\r.*6 rendered in [^\\n]*\\r\\n"), shown());
    }

    @Test
    void aLineOfAnEarlierShellComesBack() throws Exception {
        start("shell");
        awaitShown("> ");
        type("write(6*7);" + ENTER);
        awaitShown("42");
        type("quit" + ENTER);
        assertTrue(terminal.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), shown());

        start("shell");
        awaitShown("> ");
        type(UP + UP + ENTER);
        awaitShown("42");
        type("quit" + ENTER);

        assertTrue(terminal.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), shown());
        assertEquals(0, terminal.exitValue(), shown());
        assertTrue(Files.exists(directory.resolve("state/asyfleet/shell-history")));
    }

    @Test
    void whoIsAtThePromptLearnsAtOnceThatTheFleetHasGone() throws Exception {
        start("shell");
        awaitShown("> ");
        type("write(6*7);" + ENTER);
        awaitShown("42");

        fleet.kill(FleetProcesses.Member.QUEUE_SERVER);
        try {
            assertTrue(terminal.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "it waits for Enter: " + shown());
        } finally {
            fleet.startAgain(FleetProcesses.Member.QUEUE_SERVER);
        }
        assertEquals(FLEET_FAILED, terminal.exitValue(), shown());
        assertTrue(shown().contains("asyfleet shell: "), shown());
    }

    /** With the settings of the document. */
    @Test
    void vimJumpsToTheMistake() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/vim")), "there is no /usr/bin/vim");
        Files.writeString(directory.resolve("bad.asy"), "size(2cm);\nint x=;\n");
        Path places = directory.resolve("places");
        List<String> settings = Repository.read(Repository.root().resolve("docs/moving.md"))
                .lines()
                .filter(line -> line.startsWith("set makeprg=") || line.startsWith("set errorformat="))
                .map(line -> line.replace("/path/to/asyfleet", launcher().replace(" ", "\\ ")))
                .toList();
        assertEquals(2, settings.size(), settings.toString());
        Path script = Files.write(directory.resolve("vimrc"), settings);

        ProcessBuilder editor = new ProcessBuilder(
                        "/usr/bin/vim",
                        "-es",
                        "-u",
                        script.toString(),
                        "-c",
                        "silent make",
                        "-c",
                        "call writefile([bufname('%') . ':' . line('.') . ':' . col('.') . ' ' . len(getqflist())], '"
                                + places + "')",
                        "-c",
                        "qall!",
                        "bad.asy")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("vim").toFile());
        editor.environment().put("ASYFLEET_SERVER", fleet.url().toString());

        assertTrue(editor.start().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        assertEquals("bad.asy:2:7 1\n", Files.readString(places), Files.readString(directory.resolve("vim")));
    }

    private static String launcher() {
        return "'" + Repository.root().resolve("asyfleet") + "' --no-build";
    }

    private void start(String arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "/usr/bin/script", "-qec", launcher() + " " + arguments, "/dev/null")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("shown").toFile());
        builder.environment()
                .putAll(Map.of(
                        "TERM",
                        "xterm",
                        "ASYFLEET_SERVER",
                        fleet.url().toString(),
                        "XDG_STATE_HOME",
                        directory.resolve("state").toString()));
        terminal = builder.start();
    }

    private void type(String keys) throws IOException {
        OutputStream keyboard = terminal.getOutputStream();
        keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
    }

    private String shown() throws IOException {
        return Files.readString(directory.resolve("shown"));
    }

    private void awaitShown(String text) {
        await().atMost(PATIENCE).until(() -> shown().contains(text));
    }
}
