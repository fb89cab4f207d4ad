package asyfleet.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.Backend;
import asyfleet.backend.BackendSettings;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.lab.conformance.ConformanceCommand;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.redis.RedisFixture;
import asyfleet.scheduler.Scheduler;
import asyfleet.scheduler.SchedulerSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** The product under its own black-box suite: the three services with a real Redis and a real {@code asy}. */
@Timeout(600)
@Tag("slow")
class ConformanceTest {

    private final ByteArrayOutputStream report = new ByteArrayOutputStream();

    @Test
    void theWholeFleetSpeaksTheProtocolAtAsy() {
        try (RedisFixture redis = RedisFixture.start();
                Scheduler scheduler =
                        Scheduler.start(SchedulerSettings.of(values(SchedulerSettings.SPEC, redis, "--port=0")));
                Backend backend = Backend.start(
                        BackendSettings.read(values(BackendSettings.SPEC, redis, "--port=0", "--slots=2")));
                QueueServer server = QueueServer.start(
                        QueueServerSettings.read(values(QueueServerSettings.SPEC, redis, "--port=0")))) {
            assertPasses(server.address());
        }
    }

    @Test
    void aBackendSpeaksTheProtocolByItself() {
        try (Backend backend = Backend.start(BackendSettings.read(
                BackendSettings.SPEC.read(List.of("--port=0", "--direct=true", "--slots=1"), Map.of())))) {
            assertPasses(backend.address(), "--direct");
        }
    }

    private static SettingValues values(SettingsSpec spec, RedisFixture redis, String... flags) {
        return spec.read(List.of(flags), Map.of("REDIS_URL", redis.uri()));
    }

    private void assertPasses(String... arguments) {
        PrintStream print = new PrintStream(report, true, StandardCharsets.UTF_8);
        int code = new CommandLine(new ConformanceCommand(print)).execute(arguments);

        assertEquals(0, code, this::failures);
    }

    private String failures() {
        return report.toString(StandardCharsets.UTF_8).replaceAll("(?m)^pass .*\\R", "");
    }
}
