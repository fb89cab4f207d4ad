package asyfleet.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.Backend;
import asyfleet.backend.BackendSettings;
import asyfleet.config.SettingValues;
import asyfleet.config.SettingsSpec;
import asyfleet.lab.conformance.ConformanceCommand;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.scheduler.Scheduler;
import asyfleet.scheduler.SchedulerSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** The product under its own black-box suite: the three services with a real Redis and a real {@code asy}. */
@Timeout(600)
@Tag("slow")
class ConformanceTest {

    private static final Pattern REDIS_CALL = Pattern.compile("redis\\.p?call\\('([A-Z]+)'");

    private final ByteArrayOutputStream report = new ByteArrayOutputStream();

    @Test
    void theWholeFleetSpeaksTheProtocolAtAsyWithTheLeastRightsInRedis() throws Exception {
        try (RedisFixture redis = RedisFixture.startOwn()) {
            LeastRights rights = new LeastRights(redis);
            String uri = rights.uri();
            try (Scheduler scheduler =
                            Scheduler.start(SchedulerSettings.of(values(SchedulerSettings.SPEC, uri, "--port=0")));
                    Backend backend = Backend.start(
                            BackendSettings.read(values(BackendSettings.SPEC, uri, "--port=0", "--slots=2")));
                    QueueServer server = QueueServer.start(
                            QueueServerSettings.read(values(QueueServerSettings.SPEC, uri, "--port=0")))) {
                assertPasses(server.address());
            }
            assertEquals(List.of(), rights.refused());
        }
    }

    @Test
    void theRightsInRedisHaveEveryCommandOfEveryScript() throws IOException {
        List<String> rights = List.of(Files.readString(LeastRights.FILE).strip().split(" "));
        Path scripts = Path.of("..", "..", "common-protocol", "src", "main", "resources", "lua");
        try (Stream<Path> files = Files.list(scripts)) {
            for (Path script : files.toList()) {
                Matcher call = REDIS_CALL.matcher(Files.readString(script));
                while (call.find()) {
                    String right = "+" + call.group(1).toLowerCase(Locale.ROOT);
                    assertTrue(rights.contains(right), script + " needs " + right);
                }
            }
        }
    }

    @Test
    void theRightsInRedisHaveEveryKeyAndChannel() throws Exception {
        List<String> rights = List.of(Files.readString(LeastRights.FILE).strip().split(" "));
        for (Field name : RedisKeys.class.getFields()) {
            String key = (String) name.get(null);
            boolean isPartOfAnother = key.startsWith(":") || key.equals(RedisKeys.BACKEND_GROUP);
            assertTrue(isPartOfAnother || rights.stream().anyMatch(right -> covers(right, key)), key);
        }
    }

    /** Whether a word such as {@code ~task:*} or {@code &task.updated} is about a key or channel. */
    private static boolean covers(String right, String key) {
        boolean isName = right.startsWith("~") || right.startsWith("&");
        return isName && (key + "x").matches(Pattern.quote(right.substring(1)).replace("*", "\\E.*\\Q") + "x?");
    }

    @Test
    void aBackendSpeaksTheProtocolByItself() {
        try (Backend backend = Backend.start(BackendSettings.read(
                BackendSettings.SPEC.read(List.of("--port=0", "--direct=true", "--slots=1"), Map.of())))) {
            assertPasses(backend.address(), "--direct");
        }
    }

    private static SettingValues values(SettingsSpec spec, String redis, String... flags) {
        return spec.read(List.of(flags), Map.of("REDIS_URL", redis));
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
