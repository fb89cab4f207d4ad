package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.backend.BackendSettings;
import asyfleet.config.Setting;
import asyfleet.config.SettingsSpec;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.scheduler.SchedulerSettings;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The chart, rendered by a real Helm and checked by the schema of Kubernetes. */
final class ChartTest {

    private static final Map<String, SettingsSpec> SERVICES = Map.of(
            "queue-server", QueueServerSettings.SPEC,
            "scheduler", SchedulerSettings.SPEC,
            "backend", BackendSettings.SPEC);

    private static final String MODELS = "io.kubernetes.client.openapi.models.";
    private static final Path FIRST_SHARD = Chart.DEPLOY.resolve("chart/values/first-shard.yaml");
    private static final Path SECOND_SHARD = Chart.DEPLOY.resolve("chart/values/second-shard.yaml");
    private static final Path DEFAULTS = Chart.DEPLOY.resolve("chart/asyfleet/values.yaml");

    @BeforeAll
    static void helmIsHere() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "Helm's library is here for x86-64 alone");
    }

    static List<Path> valuesFiles() throws IOException {
        try (Stream<Path> others = Files.list(Chart.DEPLOY.resolve("chart/values"))) {
            return Stream.concat(Stream.of(DEFAULTS), others.sorted()).toList();
        }
    }

    @Test
    void helmFindsNothingToComplainAbout() {
        assertFalse(Chart.lint().isFailed(), () -> Chart.lint().getMessages().toString());
    }

    @ParameterizedTest
    @MethodSource("valuesFiles")
    void everyObjectIsValid(Path values) throws Exception {
        List<JsonNode> objects = Chart.objects(values);
        assertTrue(objects.size() > 10, objects::toString);
        for (JsonNode object : objects) {
            // ChartWiringTest looks at those of KEDA.
            if (!object.path("apiVersion").asString().startsWith("keda.sh/")) {
                validate(object);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "metadata, metaData",
        "matchLabels, matchLabel",
        "terminationGracePeriodSeconds, terminationGracePeriodSecond",
        "readOnlyRootFilesystem, readOnlyRootFileSystem",
        "failureThreshold, failureTreshold",
        "fieldPath, filedPath"
    })
    void aFieldThatKubernetesDoesNotKnowIsFoundAtAnyDepth(String field, String typo) throws Exception {
        JsonNode backend = Chart.named(Chart.objects(DEFAULTS), "Deployment asyfleet-backend");
        validate(backend);
        String broken = backend.toString().replaceFirst("\"" + field + "\"", "\"" + typo + "\"");
        assertTrue(broken.contains(typo), broken);
        assertThrows(
                java.lang.reflect.InvocationTargetException.class,
                () -> validate(Chart.objects(broken).get(0)));
    }

    static void validate(JsonNode object) throws Exception {
        String version = object.path("apiVersion").asString().replaceFirst(".*/", "");
        Class<?> model = Class.forName(MODELS + version.toUpperCase(java.util.Locale.ROOT) + Chart.kind(object));
        JsonElement element = JsonParser.parseString(object.toString());
        model.getMethod("validateJsonElement", JsonElement.class).invoke(null, element);
    }

    @ParameterizedTest
    @MethodSource("valuesFiles")
    void everySelectorFindsPodsOfThisChart(Path values) {
        List<JsonNode> objects = Chart.objects(values);
        // Queue servers of a further shard are those of the first.
        List<JsonNode> labels = Stream.concat(objects.stream(), Chart.objects(FIRST_SHARD).stream())
                .map(Chart::pod)
                .filter(JsonNode::isObject)
                .map(pod -> pod.at("/metadata/labels"))
                .toList();
        for (JsonNode object : objects) {
            for (JsonNode selector : selectors(object)) {
                boolean test = selector.path("app.kubernetes.io/component")
                        .asString("")
                        .equals("test");
                if (test || selector.has("kubernetes.io/metadata.name")) {
                    continue; // the pod of "helm test", which Helm does not render, and namespaces
                }
                assertTrue(labels.stream().anyMatch(pod -> Chart.has(pod, selector)), Chart.name(object) + selector);
            }
        }
    }

    /** All labels by which an object chooses pods; a Service has them in a form of its own. */
    private static List<JsonNode> selectors(JsonNode object) {
        return Chart.kind(object).equals("Service")
                ? List.of(object.at("/spec/selector"))
                : object.findValues("matchLabels");
    }

    @ParameterizedTest
    @MethodSource("valuesFiles")
    void everyVariableIsASettingOfItsService(Path values) {
        for (JsonNode object : Chart.objects(values)) {
            for (JsonNode container : Chart.containers(Chart.pod(object))) {
                SettingsSpec spec = SERVICES.get(container.path("name").asString());
                if (spec != null) {
                    assertEquals(Set.of(), unknown(container, spec), Chart.name(object));
                }
            }
        }
    }

    private static Set<String> unknown(JsonNode container, SettingsSpec spec) {
        Set<String> known = spec.settings().stream().map(Setting::variable).collect(Collectors.toSet());
        return Chart.elements(container.path("env")).stream()
                .map(variable -> variable.path("name").asString())
                .filter(name -> !known.contains(name))
                .collect(Collectors.toSet());
    }

    @Test
    void allPodsOfTheReleaseNamespacePassTheRestrictedStandardIfProfilesAreInstalledFromAnother() {
        List<JsonNode> objects = Chart.objects(
                Chart.template().set("sandbox.profilesNamespace", "kube-system").call());
        List<JsonNode> pods = objects.stream()
                .filter(object -> object.at("/metadata/namespace").isMissingNode())
                .map(Chart::pod)
                .filter(JsonNode::isObject)
                .toList();
        assertEquals(4, pods.size(), "queue server, scheduler, backend and Valkey");
        pods.forEach(pod -> assertEquals(List.of(), PodSecurity.restricted(pod), pod::toString));
    }

    @Test
    void thePodThatInstallsProfilesPassesNoStandard() {
        JsonNode installer = Chart.pod(Chart.named(Chart.objects(DEFAULTS), "DaemonSet asyfleet-profiles"));
        assertEquals(List.of("hostPath"), PodSecurity.baseline(installer));
    }

    @Test
    void theHardenedSandboxPassesTheBaselineStandard() {
        JsonNode backend = backend("hardened");
        assertEquals(List.of(), PodSecurity.baseline(backend));
        assertEquals(List.of("procMount Unmasked"), PodSecurity.restricted(backend));
    }

    @Test
    void theCompatibleSandboxPassesNone() {
        assertEquals(List.of("seccomp Unconfined"), PodSecurity.baseline(backend("compatible")));
    }

    private static JsonNode backend(String profile) {
        return Chart.objects(Chart.template().set("sandbox.profile", profile).call()).stream()
                .filter(object -> Chart.name(object).equals("Deployment asyfleet-backend"))
                .map(Chart::pod)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void onlyQueueServersKnowAllShards() {
        List<JsonNode> objects = Chart.objects(FIRST_SHARD);
        String own = "redis://asyfleet-valkey:6379";
        assertEquals(
                own + ",redis://second-asyfleet-valkey:6379",
                Chart.variable(Chart.named(objects, "Deployment asyfleet-queue-server"), "REDIS_URL"));
        assertEquals(own, Chart.variable(Chart.named(objects, "Deployment asyfleet-scheduler"), "REDIS_URL"));
        assertEquals(own, Chart.variable(Chart.named(objects, "Deployment asyfleet-backend"), "REDIS_URL"));
    }

    @Test
    void aFurtherShardHasNoQueueServersAndLetsInThoseOfTheFirst() {
        List<JsonNode> objects = Chart.objects(
                Chart.template().withName("second").withValuesFile(SECOND_SHARD).call());
        assertEquals(
                List.of(),
                objects.stream()
                        .map(Chart::name)
                        .filter(name -> name.contains("queue-server") || name.endsWith("-test"))
                        .toList());
        for (String part : List.of("backend", "valkey")) {
            JsonNode from = Chart.named(objects, "NetworkPolicy second-asyfleet-" + part)
                    .at("/spec/ingress/0/from/0");
            JsonNode labels = from.at("/podSelector/matchLabels");
            assertEquals("asyfleet", labels.path("app.kubernetes.io/instance").asString(), part);
            assertEquals(
                    "queue-server", labels.path("app.kubernetes.io/component").asString(), part);
        }
    }

    @Test
    void theBackendsOfAShardFollowItsOwnWantedSlots() {
        JsonNode trigger = Chart.named(
                        Chart.objects(Chart.template()
                                .withName("second")
                                .withValuesFile(SECOND_SHARD)
                                .call()),
                        "ScaledObject second-asyfleet-backend")
                .at("/spec/triggers/0/metadata");
        assertEquals(
                "shards.#(name==\"second-asyfleet-valkey:6379\").slotsWanted",
                trigger.path("valueLocation").asString());
        assertTrue(
                trigger.path("url").asString().startsWith("http://asyfleet-queue-server.asyfleet.svc:80/"),
                trigger::toString);
    }

    @Test
    void whatRedisHasWrittenOutlivesItsPodAndItForgetsNoTask() {
        JsonNode valkey = Chart.named(Chart.objects(DEFAULTS), "StatefulSet asyfleet-valkey");
        JsonNode container = Chart.containers(Chart.pod(valkey)).get(0);
        String arguments = container.path("args").toString();
        assertTrue(arguments.contains("\"--appendonly\",\"yes\""), arguments);
        assertTrue(arguments.contains("\"--maxmemory-policy\",\"noeviction\""), arguments);
        JsonNode mount = container.at("/volumeMounts/0");
        assertEquals("/data", mount.path("mountPath").asString());
        assertEquals(
                mount.path("name"), valkey.at("/spec/volumeClaimTemplates/0/metadata/name"), "not a volume of the pod");
    }

    @Test
    void theQueueOfARedisThatTheChartDoesNotRunIsNotAskedForItsLength() {
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> Chart.template()
                .set("autoscaling.kind", "keda-queue")
                .set("externalRedis.url", "redis://redis.example.org:6379")
                .call());
        assertTrue(refusal.getMessage().contains("use keda-slots"), refusal.getMessage());
    }

    @Test
    void everyServiceReachesOnlyWhatItNeeds() {
        List<JsonNode> objects = Chart.objects(DEFAULTS);
        Map<String, Set<String>> reached = Map.of(
                "queue-server", Set.of("valkey", "backend"),
                "scheduler", Set.of("valkey"),
                "backend", Set.of("valkey"),
                "valkey", Set.of());
        reached.forEach((part, others) -> {
            JsonNode policy =
                    Chart.named(objects, "NetworkPolicy asyfleet-" + part).path("spec");
            assertEquals("[\"Ingress\",\"Egress\"]", policy.path("policyTypes").toString(), part);
            assertEquals(
                    others,
                    policy.path("egress").findValues("app.kubernetes.io/component").stream()
                            .map(JsonNode::asString)
                            .collect(Collectors.toSet()),
                    part);
            // Names are asked for anywhere; everything else has a place.
            for (JsonNode rule : Chart.elements(policy.path("egress"))) {
                boolean names = rule.at("/ports/0/port").asInt(0) == 53;
                assertEquals(names, rule.path("to").isMissingNode(), part);
            }
        });
    }

    @Test
    void aValueThatTheChartDoesNotKnowIsRefusedByName() {
        IllegalStateException refusal = assertThrows(
                IllegalStateException.class,
                () -> Chart.template().set("sandbox.profile", "none").call());
        assertTrue(refusal.getMessage().contains("sandbox"), refusal.getMessage());
        assertThrows(
                IllegalStateException.class,
                () -> Chart.template().set("backend.replica", 3).call());
    }

    @Test
    void theManifestIsWhatTheChartGives() {
        assertEquals(
                Chart.template().call(),
                read("kubernetes/asyfleet.yaml"),
                "run helm template asyfleet deploy/chart/asyfleet -n asyfleet > deploy/kubernetes/asyfleet.yaml");
    }

    @Test
    void theChartHasTheSeccompProfileOfTheProduct() {
        assertEquals(read("seccomp/asyfleet-backend.json"), read("chart/asyfleet/files/asyfleet-backend.json"));
    }

    private static String read(String file) {
        try {
            return Files.readString(Chart.DEPLOY.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
