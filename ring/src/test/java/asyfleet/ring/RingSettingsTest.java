package asyfleet.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.BackendSettings;
import asyfleet.backend.ExecutionSettings;
import asyfleet.backend.SandboxMode;
import asyfleet.config.SettingsDocs;
import asyfleet.config.SettingsException;
import asyfleet.ring.manage.ManagerSettings;
import asyfleet.ring.run.RunnerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingSettingsTest {

    @Test
    void theDocumentationListsEverySetting() throws IOException {
        SettingsDocs.assertDocumented(ManagerSettings.SPEC);
        SettingsDocs.assertDocumented(RunnerSettings.SPEC);
    }

    @Test
    void aManagerListensOnThisMachineOnlyAndHandsOutNoScriptsUnlessToldTo() {
        ManagerSettings settings = manager();

        assertEquals("127.0.0.1", settings.ring().server().bind());
        assertEquals(Set.of(".asy"), settings.directories().types());
        assertEquals(
                Set.of(".asy", ".sh", ".m"),
                manager("--allow-scripts").directories().types());
    }

    @Test
    void aRunnerRunsNoScriptsUnlessToldTo() {
        assertFalse(runner("--connect=host:1").execution().rules().scripts());
    }

    @Test
    void aRunnerHasTheLimitsOfABackend() {
        BackendSettings backend = BackendSettings.read(BackendSettings.SPEC.read(List.of(), Map.of()));
        RunnerSettings usual = runner("--connect=host:1");
        ExecutionSettings execution = usual.execution().settings();

        assertEquals(backend.execution().limits(), execution.limits());
        assertEquals(backend.execution().sandbox(), execution.sandbox());
        assertEquals(backend.execution().warm(), execution.warm());
        assertEquals(
                64 << 20,
                runner("--connect=host:1", "--memory-limit=64m")
                        .execution()
                        .settings()
                        .sandbox()
                        .limits()
                        .memoryBytes());
    }

    @Test
    void askingForHelpIsNoMistake() throws InterruptedException {
        assertEquals(0, RingMain.run("--help"));
        assertEquals(2, RingMain.run("manger"));
    }

    @Test
    void aRunnerThatIsToldToStopLetsEveryJobRunAsLongAsItMay() {
        Duration limit = Duration.ofMinutes(5);
        RunnerSettings settings = runner("--connect=host:1", "--time-limit=5m");

        assertTrue(settings.drainLimit().compareTo(limit) > 0, settings.drainLimit()::toString);
    }

    @Test
    void withoutASandboxJobsComeFromThisMachineOnly() {
        assertEquals(
                SandboxMode.NONE,
                runner("--connect=127.0.0.1:1", "--sandbox=none")
                        .execution()
                        .settings()
                        .sandbox()
                        .mode());
        assertThrows(SettingsException.class, () -> runner("--connect=192.0.2.1:1", "--sandbox=none"));
    }

    @Test
    void theNumberOfWorkersMayStandAloneAnywhere() {
        assertEquals(4, runner("4", "--connect", "host:1").workers());
        assertEquals(4, runner("--connect", "host:1", "4").workers());
        assertEquals(4, runner("--connect=host:1", "--stay", "4").workers());
        assertThrows(SettingsException.class, () -> runner("--connect=host:1", "4", "5"));
        assertThrows(SettingsException.class, () -> runner("--connect=host:1", "--workers=4", "5"));
        assertTrue(RunnerSettings.SPEC.help().contains("ring runner [OPTIONS] [WORKERS]"), RunnerSettings.SPEC.help());
    }

    @Test
    void everyMistakeIsNamed() {
        SettingsException wrong =
                assertThrows(SettingsException.class, () -> runner("--connect=host", "--workers=0", "--name= "));

        assertEquals(3, wrong.mistakes().size(), wrong::getMessage);
        assertThrows(SettingsException.class, () -> runner());
        assertThrows(SettingsException.class, () -> manager("--max-bytes=2g", "--secret="));
    }

    private static ManagerSettings manager(String... args) {
        return ManagerSettings.read(ManagerSettings.SPEC.read(List.of(args), Map.of()));
    }

    private static RunnerSettings runner(String... args) {
        return RunnerSettings.read(RunnerSettings.SPEC.read(List.of(args), Map.of()));
    }
}
