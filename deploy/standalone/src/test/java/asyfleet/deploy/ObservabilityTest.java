package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The alerts and the dashboard of {@code deploy/observability}. That their metrics exist says {@code MetricsTest}. */
@Tag("slow")
class ObservabilityTest {

    private static final Path ROOT = Path.of(System.getProperty("asyfleet.root"));
    private static final Path DIRECTORY = ROOT.resolve("deploy/observability");

    /** In a rule: {@code [5m]}, {@code for: 2m}. */
    private static final Pattern TIME = Pattern.compile("(?:\\[|for )(\\d+)m");

    /** More than none is said in words. */
    private static final Pattern THRESHOLD = Pattern.compile("> (?!0(?![\\d.]))([\\d.]+)");

    @Test
    void everyAlertHasItsParagraphThatSaysWhatToDo() throws IOException {
        String docs = Files.readString(ROOT.resolve("docs/operations/alerts.md"));
        List<String> sections = List.of(docs.split("\n## ")).subList(1, docs.split("\n## ").length);

        assertEquals(
                alerts(),
                sections.stream()
                        .map(section -> section.lines().findFirst().orElseThrow())
                        .toList());
        for (String section : sections) {
            for (String part : List.of("**Fires when:**", "**Means:**", "**Look at:**", "**Do:**")) {
                assertTrue(section.contains(part), () -> "no " + part + " in " + section);
            }
        }
    }

    @Test
    void theDocumentNamesTheTimesAndThresholdsOfEachRule() throws IOException {
        String docs = Files.readString(ROOT.resolve("docs/operations/alerts.md"));
        for (JsonNode rule : rules()) {
            String alert = rule.path("alert").asString();
            Matcher fires = Pattern.compile("## " + alert + "\n\n\\*\\*Fires when:\\*\\* ([^*]+)\n\n")
                    .matcher(docs);
            assertTrue(fires.find(), alert);
            String said = fires.group(1).replace('\n', ' ');
            String rest =
                    rule.path("expr").asString() + " for " + rule.path("for").asString();
            TIME.matcher(rest)
                    .results()
                    .forEach(time -> assertTrue(
                            Pattern.compile("\\b" + time.group(1) + " minutes?\\b")
                                    .matcher(said)
                                    .find(),
                            () -> alert + ": " + time.group() + " is not in '" + said + "'"));
            THRESHOLD
                    .matcher(rest)
                    .results()
                    .forEach(bound -> assertTrue(
                            Pattern.compile("\\b" + Pattern.quote(bound.group(1)) + "(?! minute)\\b")
                                    .matcher(said)
                                    .find(),
                            () -> alert + ": " + bound.group() + " is not in '" + said + "'"));
        }
    }

    @Test
    void everyAlertIsTriedAndFires() throws IOException {
        JsonNode tests =
                new YAMLMapper().readTree(DIRECTORY.resolve("alerts.test.yaml").toFile());
        Set<String> fired = tests.path("tests")
                .valueStream()
                .flatMap(test -> test.path("alert_rule_test").valueStream())
                .filter(step -> !step.path("exp_alerts").isEmpty())
                .map(step -> step.path("alertname").asString())
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(new TreeSet<>(alerts()), fired);
    }

    @Test
    void promtoolAcceptsRulesTestsAndConfiguration() throws Exception {
        Promtool.need();
        Promtool.run(
                new byte[0],
                "test",
                "rules",
                DIRECTORY.resolve("alerts.test.yaml").toString());
        for (String file : List.of("prometheus.yaml", "prometheus.compose.yaml")) {
            Promtool.run(new byte[0], "check", "config", DIRECTORY.resolve(file).toString());
        }
    }

    /** Debian's Prometheus knows no Kubernetes, so what finds the pods is left out. */
    @Test
    void promtoolAcceptsTheConfigurationForKubernetes(@TempDir Path directory) throws Exception {
        Promtool.need();
        String pods = "    kubernetes_sd_configs:\n      - role: pod\n";
        String text = Files.readString(DIRECTORY.resolve("prometheus.kubernetes.yaml"));
        assertTrue(text.contains(pods), text);
        Files.copy(DIRECTORY.resolve("alerts.yaml"), directory.resolve("alerts.yaml"));
        Path file = Files.writeString(directory.resolve("prometheus.yaml"), text.replace(pods, ""));

        Promtool.run(new byte[0], "check", "config", file.toString());
    }

    /** The alerts and the dashboard take services by the names of their jobs. */
    @Test
    void theConfigurationForComposeNamesItsServicesAndTheirPorts() throws IOException {
        String own = Files.readString(DIRECTORY.resolve("prometheus.compose.yaml"));
        JsonNode services = new YAMLMapper()
                .readTree(ROOT.resolve("deploy/compose/compose.yaml").toFile())
                .path("services");
        for (JsonNode job : new YAMLMapper().readTree(own).path("scrape_configs")) {
            JsonNode target = job.path("dns_sd_configs").path(0);
            String service = target.path("names").path(0).asString();
            assertEquals("asyfleet-" + service, job.path("job_name").asString());
            assertTrue(services.has(service), service);
        }
        assertEquals(
                "9090",
                services.path("queue-server")
                        .path("environment")
                        .path("ASYFLEET_METRICS_PORT")
                        .asString());
        assertTrue(own.contains("{names: [queue-server], type: A, port: 9090}"), own);
    }

    /** As rules, because this is how promtool reads queries. */
    @Test
    void promtoolParsesEveryQueryOfTheDashboard(@TempDir Path directory) throws Exception {
        Promtool.need();
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DIRECTORY.resolve("dashboard.json")));
        List<Map<String, String>> rules = dashboard.findValuesAsString("expr").stream()
                .map(query -> query.replace("$__rate_interval", "5m"))
                .map(query -> Map.of("record", "panel", "expr", query))
                .toList();
        assertFalse(rules.isEmpty());
        Path file = directory.resolve("rules.yaml");
        Map<String, Object> group = Map.of("name", "panels", "rules", rules);
        new YAMLMapper().writeValue(file.toFile(), Map.of("groups", List.of(group)));

        Promtool.run(new byte[0], "check", "rules", "--lint=none", file.toString());
    }

    @Test
    void everyPanelOfTheDashboardHasItsPlaceAndAQueryOfTheChosenPrometheus() throws IOException {
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DIRECTORY.resolve("dashboard.json")));
        Set<Integer> ids = new TreeSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            String title = panel.path("title").asString();
            assertTrue(ids.add(panel.path("id").asInt()), () -> "the ID of '" + title + "' comes twice");
            assertTrue(panel.path("gridPos").has("w"), title);
            for (JsonNode target : panel.path("targets")) {
                assertEquals(
                        "${datasource}", target.path("datasource").path("uid").asString(), title);
                assertTrue(
                        Pattern.matches(
                                ".*(asyfleet|process|jvm)_.*",
                                target.path("expr").asString()),
                        title);
            }
            assertFalse(
                    !panel.path("type").asString().equals("row")
                            && panel.path("targets").isEmpty(),
                    title);
        }
    }

    private static List<String> alerts() {
        return rules().stream().map(rule -> rule.path("alert").asString()).toList();
    }

    private static List<JsonNode> rules() {
        JsonNode rules =
                new YAMLMapper().readTree(DIRECTORY.resolve("alerts.yaml").toFile());
        return rules.path("groups")
                .valueStream()
                .flatMap(group -> group.path("rules").valueStream())
                .toList();
    }
}
