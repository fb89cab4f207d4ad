package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsSpecTest {

    private static final Setting<Integer> PORT = Setting.of("--port", "PORT", ValueType.port(), "TCP port to listen on")
            .byDefault("8080");
    private static final Setting<Duration> WAIT = Setting.of(
                    "--queue-timeout", "QUEUE_TIMEOUT", ValueType.duration(), "How long a task may wait")
            .byDefault("60s");
    private static final Setting<Secret> TOKEN =
            Setting.of("--auth-token", "AUTH_TOKEN", ValueType.secretText(), "What clients must know");
    private static final Setting<Optional<Integer>> MOST = Setting.of(
                    "--max-tasks", "ASYFLEET_MAX_TASKS", ValueType.positiveInt(), "At most this share, 100% if unset")
            .optional();
    private static final Setting<Boolean> LOUD =
            Setting.of("--loud", "ASYFLEET_LOUD", ValueType.bool(), "Say more").byDefault("false");

    private static final SettingsSpec SPEC =
            SettingsSpec.of("example", "An example of a service.", List.of(PORT, WAIT, TOKEN, MOST, LOUD));

    private static final Map<String, String> ENOUGH = Map.of("AUTH_TOKEN", "t");

    private static SettingValues read(Map<String, String> environment, String... args) {
        return SPEC.read(List.of(args), environment);
    }

    private static List<String> mistakes(Map<String, String> environment, String... args) {
        return assertThrows(SettingsException.class, () -> read(environment, args))
                .mistakes();
    }

    @Test
    void aFlagWinsOverTheEnvironmentAndTheEnvironmentOverTheDefault() {
        assertEquals(8080, read(ENOUGH).get(PORT));
        Map<String, String> environment = Map.of("AUTH_TOKEN", "t", "PORT", "1");
        assertEquals(1, read(environment).get(PORT));
        assertEquals(2, read(environment, "--port=2").get(PORT));
        assertEquals(2, read(environment, "--port", "2").get(PORT));
    }

    @Test
    void everyFlagThatAllProgramsHaveIsTakenAndInTheHelp() {
        for (String flag : List.of("--log-level=debug", "--log-format=json", "--otlp-endpoint=http://localhost:4318")) {
            assertEquals(8080, read(ENOUGH, flag).get(PORT), flag);
            assertTrue(SPEC.help().contains(flag.replaceFirst("=.*", "=")), SPEC.help());
        }
    }

    @Test
    void aFileOfSettingsCountsLessThanAVariableAndMoreThanTheDefault(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("example.conf");
        Files.writeString(file, "# an example\n\nport = 7\nqueue-timeout=5s\nauth-token = a = b\nloud\nmax-tasks =\n");

        SettingValues values = read(Map.of("QUEUE_TIMEOUT", "9s"), "--config", file.toString());

        assertEquals(7, values.get(PORT));
        assertEquals(Duration.ofSeconds(9), values.get(WAIT));
        assertEquals("a = b", values.get(TOKEN).value());
        assertEquals(true, values.get(LOUD));
        assertEquals(Optional.empty(), values.get(MOST));
        assertEquals(
                8, read(Map.of("ASYFLEET_CONFIG", file.toString()), "--port=8").get(PORT));
    }

    @Test
    void aMistakeInAFileOfSettingsIsReportedWithItsLine(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("example.conf");
        Files.writeString(file, "prot = 7\nport = 99999\nauth-token=\nloud\nloud = no");

        assertEquals(
                List.of(
                        file + ":5: loud is set more than once",
                        file + ":1: prot is no setting of example, did you mean port?",
                        file + ":2: port=99999: expected a port from 0 to 65535"),
                mistakes(ENOUGH, "--config=" + file));
        assertEquals(
                List.of("--config=" + directory.resolve("none") + ": cannot be read (NoSuchFileException)"),
                mistakes(ENOUGH, "--config", directory.resolve("none").toString()));
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        assertEquals(8080, read(Map.of("AUTH_TOKEN", "t", "PORT", "")).get(PORT));
    }

    @Test
    void anOptionalSettingMayBeLeftOutAndARequiredOneMayNot() {
        assertEquals(Optional.empty(), read(ENOUGH).get(MOST));
        assertEquals(Optional.of(3), read(ENOUGH, "--max-tasks=3").get(MOST));
        assertEquals(List.of("--auth-token or AUTH_TOKEN must be set: What clients must know"), mistakes(Map.of()));
    }

    @Test
    void aSwitchMayStandAlone() {
        assertEquals(true, read(ENOUGH, "--loud").get(LOUD));
        assertEquals(true, read(ENOUGH, "--loud", "--port=1").get(LOUD));
        assertEquals(false, read(ENOUGH, "--loud=false").get(LOUD));
    }

    @Test
    void everyMistakeIsReportedAtOnceWithItsSourceAndWhatWasExpected() {
        assertEquals(
                List.of(
                        "unknown flag --prot, did you mean --port?",
                        "--port=99999: expected a port from 0 to 65535",
                        "QUEUE_TIMEOUT=soon: expected a duration such as 500ms, 3s, 5m or 60000 (milliseconds)",
                        "--auth-token or AUTH_TOKEN must be set: What clients must know",
                        "--max-tasks=0: expected a whole number of at least 1"),
                mistakes(Map.of("QUEUE_TIMEOUT", "soon"), "--port=99999", "--prot=1", "--max-tasks=0"));
    }

    @Test
    void anUnknownFlagIsNamedWithASuggestionIfOneIsNear() {
        assertEquals(
                List.of("unknown flag --queue-timout, did you mean --queue-timeout?"),
                mistakes(ENOUGH, "--queue-timout=3s"));
        assertEquals(List.of("unknown flag -x"), mistakes(ENOUGH, "-x"));
    }

    @Test
    void aFlagWithoutItsValueOrGivenTwiceIsAMistake() {
        assertEquals(List.of("--port: expected a value, as in --port=<port>"), mistakes(ENOUGH, "--port"));
        assertEquals(List.of("--port: expected a value, as in --port=<port>"), mistakes(ENOUGH, "--port", "--loud"));
        assertEquals(List.of("--port: given more than once"), mistakes(ENOUGH, "--port=1", "--port=2"));
        assertEquals(
                List.of("--auth-token: expected a value, as in --auth-token=<secret>"),
                mistakes(Map.of(), "--auth-token"));
    }

    @Test
    void aPlainWordIsAMistake() {
        assertEquals(List.of("unexpected argument 'serve': expected --flag=value"), mistakes(ENOUGH, "serve"));
    }

    @Test
    void aSecretIsNeverRepeated() {
        assertFalse(mistakes(ENOUGH, "--auth-tokn=hunter2").toString().contains("hunter2"));
        assertFalse(mistakes(ENOUGH, "--auth-tokn", "hunter2").toString().contains("hunter2"));
        Setting<Integer> hidden =
                Setting.of("--pin", "PIN", ValueType.positiveInt().hidden(), "A number to hide");
        SettingsException wrong = assertThrows(SettingsException.class, () -> SettingsSpec.of("x", "x", List.of(hidden))
                .read(List.of("--pin=hunter2"), Map.of()));
        assertEquals("--pin: expected a whole number of at least 1", wrong.getMessage());
        assertFalse(read(Map.of("AUTH_TOKEN", "hunter2")).get(TOKEN).toString().contains("hunter2"));
    }

    @Test
    void aRuleBetweenSettingsIsCheckedWithAllElse() {
        Setting<Integer> least =
                Setting.of("--least", "LEAST", ValueType.positiveInt(), "x").byDefault("1");
        Setting<Integer> most =
                Setting.of("--most", "MOST", ValueType.positiveInt(), "x").byDefault("9");
        SettingsSpec spec = SettingsSpec.of("x", "x", List.of(PORT, least, most))
                .where(least, most, (a, b) -> a <= b, "expected the first to be no more than the second");
        SettingsException wrong =
                assertThrows(SettingsException.class, () -> spec.read(List.of("--least=10", "--port=x"), Map.of()));
        assertEquals(
                List.of(
                        "--port=x: expected a port from 0 to 65535",
                        "--least and --most: expected the first to be no more than the second"),
                wrong.mistakes());
    }

    @Test
    void theHelpHasEverySettingWithItsVariableAndDefault() {
        String help = SPEC.help();
        assertTrue(help.startsWith("Usage: asyfleet example"), help);
        for (Setting<?> setting : SPEC.settings()) {
            assertTrue(help.contains(setting.flag()), help);
            assertTrue(help.contains(setting.variable()), help);
            assertTrue(help.contains(setting.description()), help);
        }
        assertTrue(help.contains("[PORT, default: 8080]"), help);
        assertTrue(help.contains("[AUTH_TOKEN, required]"), help);
        assertTrue(help.contains("[ASYFLEET_MAX_TASKS, optional]"), help);
        assertTrue(SPEC.asksForHelp(List.of("--port=x", "--help")));
        assertTrue(SPEC.asksForHelp(List.of("-h")));
        assertFalse(SPEC.asksForHelp(List.of("--port=1")));
    }

    @Test
    void theTableForTheDocumentationHasOneRowPerSetting() {
        assertEquals("""
                | flag | variable | value | default | meaning |
                |---|---|---|---|---|
                | `--port` | `PORT` | port | `8080` | TCP port to listen on |
                | `--queue-timeout` | `QUEUE_TIMEOUT` | duration | `60s` | How long a task may wait |
                | `--auth-token` | `AUTH_TOKEN` | secret | required | What clients must know |
                | `--max-tasks` | `ASYFLEET_MAX_TASKS` | number | optional | At most this share, 100% if unset |
                | `--loud` | `ASYFLEET_LOUD` | true, false | `false` | Say more |
                """, SPEC.markdownTable());
    }

    @Test
    void theTableUnderAHeadingEndsWithTheNextHeading() {
        List<String> page = List.of("## a", "| 1 |", "", "text", "## b", "| 2 |", "| 3 |");
        assertEquals("| 1 |\n", SettingsDocs.tableUnder("## a", page));
        assertEquals("| 2 |\n| 3 |\n", SettingsDocs.tableUnder("## b", page));
        assertEquals("", SettingsDocs.tableUnder("## c", page));
    }

    @Test
    void mistakesOfProgrammersFailAtOnce() {
        assertThrows(IllegalArgumentException.class, () -> PORT.byDefault("many"));
        assertThrows(IllegalArgumentException.class, () -> Setting.of("port", "PORT", ValueType.port(), "no dashes"));
        assertThrows(IllegalArgumentException.class, () -> SettingsSpec.of("x", "x", List.of(PORT, PORT)));
        Setting<Integer> stranger = Setting.of("--other", "OTHER", ValueType.port(), "not in the list")
                .byDefault("1");
        assertThrows(IllegalStateException.class, () -> read(ENOUGH).get(stranger));
    }
}
