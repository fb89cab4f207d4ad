package asyfleet.backend.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.backend.ring.manage.ManagerSettings;
import asyfleet.backend.ring.run.RunnerSettings;
import asyfleet.config.SettingsDocs;
import asyfleet.config.SettingsException;
import java.io.IOException;
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
