package asyfleet.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.SettingsException;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.loop.LoopSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulerSettingsTest {

    @Test
    void theDocumentationHoldsTheTableThatTheCodePrints() throws IOException {
        String docs = Files.readString(Path.of(System.getProperty("asyfleet.root"), "docs", "settings.md"));

        assertTrue(
                docs.contains("## Scheduler\n\n" + SchedulerSettings.SPEC.markdownTable()),
                () -> "docs/settings.md should contain\n" + SchedulerSettings.SPEC.markdownTable());
    }

    @Test
    void withoutAnySettingTheDefaultsOfTheDesignHold() {
        LoopSettings settings = read(Map.of()).loop();

        assertEquals(Levels.DEFAULT.toString(), settings.rules().levels().toString());
        assertEquals(Duration.ofSeconds(60), settings.rules().queueTimeout());
        assertEquals(Duration.ofSeconds(60), settings.priorityStep());
        assertEquals(Integer.MAX_VALUE, settings.mostRunning());
    }

    @Test
    void theSeedsVariablesKeepTheirNames() {
        SchedulerSettings settings = read(Map.of(
                "QUEUE_TIMEOUT", "5000",
                "MAX_CONCURRENT_SESSIONS", "50",
                "PORT", "9000",
                "BIND_ADDRESS", "0.0.0.0",
                "REDIS_URL", "redis://somewhere:6380"));

        assertEquals(Duration.ofSeconds(5), settings.loop().rules().queueTimeout());
        assertEquals(50, settings.loop().mostRunning());
        assertEquals(9000, settings.server().listen().port());
        assertEquals("0.0.0.0", settings.server().listen().bind());
        assertEquals("redis://somewhere:6380", settings.redis().uri().value());
    }

    @Test
    void everyMistakeIsNamedAtOnceAndNoPasswordIsShown() {
        SettingsException mistakes = assertThrows(
                SettingsException.class,
                () -> read(Map.of(
                        "ASYFLEET_LEVELS", "10s,3s",
                        "QUEUE_TIMEOUT", "soon",
                        "REDIS_URL", "http://user:secret@host")));

        assertEquals(3, mistakes.mistakes().size(), mistakes::getMessage);
        assertFalse(mistakes.getMessage().contains("secret"), mistakes::getMessage);
    }

    private static SchedulerSettings read(Map<String, String> environment) {
        return SchedulerSettings.of(SchedulerSettings.SPEC.read(List.of(), environment));
    }
}
