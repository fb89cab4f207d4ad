package asyfleet.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.Patience;
import asyfleet.backend.serve.TaskServer;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.SettingsDocs;
import asyfleet.config.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackendSettingsTest {

    @Test
    void theDocumentationListsEverySetting() throws IOException {
        SettingsDocs.assertDocumented(BackendSettings.SPEC);
    }

    @Test
    void withNothingSetThereIsOneSlotForEachProcessor() {
        BackendSettings settings = read();

        assertEquals(
                SlotCount.of(Runtime.getRuntime().availableProcessors()),
                settings.execution().slots());
        assertEquals(Patience.DEFAULT, settings.fleet().patience());
    }

    @Test
    void whatIsSetArrives() {
        BackendSettings settings = read(
                "--slots=auto", "--advertise-host=render-1", "--advertise-port=9000", "--lease=6s", "--drain-limit=5s");

        assertEquals(SlotCount.auto(), settings.execution().slots());
        assertEquals(
                new TaskServer.Advertised(Optional.of("render-1"), Optional.of(9000)),
                settings.fleet().advertised());
        assertEquals(Duration.ofSeconds(6), settings.fleet().patience().lease());
        assertEquals(Duration.ofSeconds(5), settings.fleet().patience().drain());
    }

    @Test
    void everyMistakeIsNamedAndNoPasswordShown() {
        SettingsException wrong =
                assertThrows(SettingsException.class, () -> read("--slots=some", "--redis=http://:secret@host"));

        assertEquals(
                List.of(
                        "--redis: expected redis://HOST:PORT, rediss://HOST:PORT or redis-sentinel://HOST:PORT,HOST:PORT#MASTER",
                        "--slots=some: expected a whole number from 1 to 1024, cores or auto"),
                wrong.mistakes());
    }

    @Test
    void programsWaitForTasksUnlessToldNotTo() {
        assertEquals(new WarmSettings(true, WarmStart.defaultCache()), warm());
        assertEquals(false, warm("--warm-start=off").on());
        assertEquals(Path.of("/fast"), warm("--cache-directory=/fast").cache());
    }

    private static WarmSettings warm(String... args) {
        return read(args).execution().warm();
    }

    @Test
    void onlyABackendThatOthersReachServesOnForAWhileByDefault() {
        assertEquals(Duration.ZERO, read().lameDuck());
        assertEquals(Duration.ofSeconds(5), read("--bind=0.0.0.0").lameDuck());
        assertEquals(Duration.ofSeconds(1), read("--lame-duck=1s").lameDuck());
    }

    @Test
    void withoutASandboxNobodyButThisMachineMayCome() {
        SettingsException refused =
                assertThrows(SettingsException.class, () -> read("--sandbox=none", "--bind=0.0.0.0"));

        assertEquals(1, refused.mistakes().size());
        assertTrue(refused.getMessage().contains("expected a sandbox, or an address that only this machine reaches"));
        assertEquals(
                SandboxMode.NONE,
                read("--sandbox=none", "--bind=localhost").execution().sandbox().mode());
    }

    private static BackendSettings read(String... args) {
        return BackendSettings.read(BackendSettings.SPEC.read(List.of(args), Map.of()));
    }
}
