package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.repository.Launcher.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./asyfleet} passes on to the programs of the product, as packaged. */
@Timeout(300)
class LauncherIT {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "up",
                "queue-server",
                "scheduler",
                "backend",
                "client",
                "render",
                "simulate",
                "bench scheduler",
                "bench render",
                "ring manager",
                "ring runner",
                "conformance",
                "bench equality",
                "bench fleet",
                "bench clients",
                "bench limiter"
            })
    void everyProgramThatIsThereExplainsItself(String command) {
        Outcome outcome = run(command + " --help");

        assertEquals(0, outcome.exitCode(), outcome.output());
        assertTrue(outcome.output().contains("Usage:"), outcome.output());
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
        Outcome outcome = new Launcher(directory.resolve("bin"))
                .withEnvironment("REDIS_URL", "redis://127.0.0.1:1")
                .run("--no-build", service, "--port", "0");

        assertEquals(1, outcome.exitCode(), outcome.output());
        String lastLine = outcome.output().lines().reduce("", (earlier, line) -> line);
        assertTrue(lastLine.startsWith("asyfleet " + service + ": No Redis at 127.0.0.1:1: "), outcome.output());
    }

    @Test
    void doctorShowsThatEachAttackOnTheSandboxIsContained() {
        Outcome outcome = run("doctor --sandbox");

        assertEquals(0, outcome.exitCode(), outcome.output());
        assertTrue(outcome.output().contains("contained"), outcome.output());
    }

    private Outcome run(String command) {
        return new Launcher(directory.resolve("bin")).run(("--no-build " + command).split(" "));
    }
}
