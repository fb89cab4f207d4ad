package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.backend.BackendSettings;
import asyfleet.config.SettingsSpec;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.scheduler.SchedulerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that {@code ./asyfleet install} puts on a machine with systemd. */
@Tag("slow")
class SystemdTest {

    private static final Path FILES = Path.of("..", "systemd");
    private static final Map<String, SettingsSpec> SPECS = Map.of(
            "queue-server", QueueServerSettings.SPEC,
            "scheduler", SchedulerSettings.SPEC,
            "backend", BackendSettings.SPEC);

    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend"})
    void everyLineOfASettingsFileIsASettingOfItsService(String service, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("all.conf");
        Files.writeString(file, withoutCommentSigns(Files.readString(FILES.resolve(service + ".conf"))));

        SPECS.get(service).read(List.of("--config=" + file), Map.of());
    }

    private static String withoutCommentSigns(String text) {
        return text.replaceAll("(?m)^#(?=[a-z])", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend"})
    void aUnitStartsTheProgramThatIsInstalledWithItsSettingsFile(String service) throws IOException {
        String unit = Files.readString(FILES.resolve("asyfleet-" + service + ".service"));

        assertTrue(unit.contains("-jar /usr/lib/asyfleet/%1$s/%1$s.jar\n".formatted(service)), unit);
        assertTrue(unit.contains("Environment=ASYFLEET_CONFIG=/etc/asyfleet/" + service + ".conf\n"), unit);
    }

    @Test
    void systemdFindsNothingWrongWithTheUnits() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd-analyze is not installed");
        for (String service : SPECS.keySet()) {
            Process verify = new ProcessBuilder(
                            "systemd-analyze",
                            "verify",
                            "--man=no",
                            FILES.resolve("asyfleet-" + service + ".service").toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(
                    "",
                    said.lines()
                            .filter(line -> line.contains("asyfleet-"))
                            .findFirst()
                            .orElse(""));
            assertEquals(0, verify.waitFor(), said);
        }
    }
}
