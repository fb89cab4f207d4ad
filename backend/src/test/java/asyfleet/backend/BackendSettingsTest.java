package asyfleet.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.Patience;
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
                settings.work().slots());
        assertEquals(Patience.DEFAULT, settings.patience());
    }

    @Test
    void whatIsSetArrives() {
        BackendSettings settings = read(
                "--slots=auto", "--advertise-host=render-1", "--advertise-port=9000", "--lease=6s", "--drain-limit=5s");

        assertEquals(SlotCount.auto(), settings.work().slots());
        assertEquals(new BackendSettings.Advertised(Optional.of("render-1"), Optional.of(9000)), settings.advertised());
        assertEquals(Duration.ofSeconds(6), settings.patience().lease());
        assertEquals(Duration.ofSeconds(5), settings.patience().drain());
    }

    @Test
    void programsWaitForTasksUnlessToldNotTo() {
        assertEquals(true, read().work().warm());
        assertEquals(WarmStart.defaultCache(), read().work().cache());
        assertEquals(false, read("--warm-start=off").work().warm());
        assertEquals(Path.of("/fast"), read("--cache-directory=/fast").work().cache());
    }

    @Test
    void everyMistakeIsNamedAndNoPasswordShown() {
        SettingsException wrong =
                assertThrows(SettingsException.class, () -> read("--slots=some", "--redis-url=http://:secret@host"));

        assertEquals(
                List.of(
                        "--redis-url: expected a URI such as redis://host:6379",
                        "--slots=some: expected a whole number from 1 to 1024, cores or auto"),
                wrong.mistakes());
    }

    private static BackendSettings read(String... args) {
        return BackendSettings.read(BackendSettings.SPEC.read(List.of(args), Map.of()));
    }
}
