package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.backend.BackendSettings;
import asyfleet.config.SettingsSpec;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.scheduler.SchedulerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The fit of the objects of the chart to each other and to the services: values, ports, tokens, network policies. */
final class ChartWiringTest {

    private static final Map<String, SettingsSpec> SERVICES = Map.of(
            "queue-server", QueueServerSettings.SPEC,
            "scheduler", SchedulerSettings.SPEC,
            "backend", BackendSettings.SPEC);

    /** Values that a variable has only in a cluster. */
    private static final Map<String, String> FROM_CLUSTER =
            Map.of("REDIS_URL", "redis://redis.example.org:6379", "ASYFLEET_ADVERTISE_HOST", "10.1.2.3");

    /** The fields of KEDA that the chart uses, by the path of the object that has them. */
    private static final Map<String, Set<String>> KEDA_FIELDS = Map.of(
            "/spec",
                    Set.of(
                            "scaleTargetRef",
                            "minReplicaCount",
                            "maxReplicaCount",
                            "cooldownPeriod",
                            "advanced",
                            "triggers"),
            "/spec/advanced", Set.of("horizontalPodAutoscalerConfig"),
            "/spec/advanced/horizontalPodAutoscalerConfig", Set.of("behavior"),
            "/spec/triggers/0", Set.of("type", "metadata", "authenticationRef"));

    private static final Map<String, Set<String>> TRIGGER_FIELDS = Map.of(
            "metrics-api", Set.of("url", "valueLocation", "targetValue", "authMode"),
            "redis", Set.of("address", "listName", "listLength"));

    private static final Path FIRST_SHARD = Chart.DEPLOY.resolve("chart/values/first-shard.yaml");
    private static final Path SECOND_SHARD = Chart.DEPLOY.resolve("chart/values/second-shard.yaml");
    private static final Path PRODUCTION = Chart.DEPLOY.resolve("chart/values/production.yaml");

    @BeforeAll
    static void helmIsHere() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "Helm's library is here for x86-64 alone");
    }

    static List<Path> valuesFiles() throws IOException {
        return ChartTest.valuesFiles();
    }

    @ParameterizedTest
    @MethodSource("valuesFiles")
    void everyServiceTakesItsVariablesAndListensAtThePortsOfItsPod(Path values) {
        for (JsonNode object : Chart.objects(values)) {
            for (JsonNode container : Chart.containers(Chart.pod(object))) {
                SettingsSpec spec = SERVICES.get(container.path("name").asString());
                Map<String, String> environment = environment(container);
                if (spec != null) {
                    spec.read(List.of(), environment);
                    Map<String, String> ports = ports(Chart.pod(object));
                    assertEquals(environment.get("PORT"), ports.get("http"), Chart.name(object));
                    assertEquals(environment.get("ASYFLEET_METRICS_PORT"), ports.get("metrics"), Chart.name(object));
                }
            }
        }
    }

    private static Map<String, String> environment(JsonNode container) {
        Map<String, String> environment = new HashMap<>();
        for (JsonNode variable : Chart.elements(container.path("env"))) {
            String name = variable.path("name").asString();
            environment.put(name, variable.path("value").asString(FROM_CLUSTER.getOrDefault(name, "from the cluster")));
        }
        return environment;
    }

    /** The numbers of the ports of a pod, by their names. */
    private static Map<String, String> ports(JsonNode pod) {
        return Chart.containers(pod).stream()
                .flatMap(container -> Chart.elements(container.path("ports")).stream())
                .collect(Collectors.toMap(port -> port.path("name").asString(), port -> port.path("containerPort")
                        .asString()));
    }

    @ParameterizedTest
    @MethodSource("valuesFiles")
    void everyPortThatIsNamedIsOneOfThePodsThatAreMeant(Path values) {
        List<JsonNode> objects = Chart.objects(values);
        for (JsonNode object : objects) {
            JsonNode pod = Chart.pod(object);
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                pod.findValues(probe).forEach(check -> assertPort(object, pod, check.findValue("port")));
            }
            JsonNode scraped = pod.at("/metadata/annotations").path("prometheus.io/port");
            assertTrue(scraped.isMissingNode() || ports(pod).containsValue(scraped.asString()), Chart.name(object));
            if (Chart.kind(object).equals("Service")) {
                JsonNode selector = object.at("/spec/selector");
                assertFalse(selected(objects, selector).isEmpty(), () -> Chart.name(object) + " selects no pod");
                object.findValues("targetPort")
                        .forEach(port -> selected(objects, selector).forEach(there -> assertPort(object, there, port)));
            } else if (Chart.kind(object).equals("NetworkPolicy")) {
                assertPolicyPorts(objects, object);
            }
        }
    }

    private static void assertPolicyPorts(List<JsonNode> objects, JsonNode policy) {
        JsonNode own = policy.at("/spec/podSelector/matchLabels");
        for (JsonNode rule : Chart.elements(policy.at("/spec/ingress"))) {
            rule.path("ports")
                    .forEach(port -> selected(objects, own).forEach(pod -> assertPort(policy, pod, port.path("port"))));
        }
        for (JsonNode rule : Chart.elements(policy.at("/spec/egress"))) {
            for (JsonNode labels : rule.path("to").findValues("matchLabels")) {
                rule.path("ports").forEach(port -> selected(objects, labels)
                        .forEach(pod -> assertPort(policy, pod, port.path("port"))));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("valuesFiles")
    void everyNameIsThatOfAnObjectOfThisChart(Path values) {
        List<JsonNode> objects = Chart.objects(values);
        boolean isShard = values.getFileName().toString().contains("shard");
        List<List<JsonNode>> others =
                isShard ? List.of(Chart.objects(FIRST_SHARD), secondShard()) : List.<List<JsonNode>>of();
        Set<String> there = Stream.concat(Stream.of(objects), others.stream())
                .flatMap(List::stream)
                .map(Chart::name)
                .collect(Collectors.toSet());
        Set<String> named = new TreeSet<>();
        for (JsonNode object : objects) {
            object.findValues("serviceName").forEach(name -> named.add("Service " + name.asString()));
            object.findValues("service").forEach(service -> named.add("Service " + text(service, "name")));
            object.findValues("serviceAccountName").forEach(name -> named.add("ServiceAccount " + name.asString()));
            object.findValues("configMap").forEach(map -> named.add("ConfigMap " + text(map, "name")));
            object.findValues("scaleTargetRef").forEach(target -> named.add("Deployment " + text(target, "name")));
            object.findValues("address")
                    .forEach(
                            address -> named.add("Service " + address.asString().replaceFirst("[.:].*", "")));
            object.findValues("value").forEach(value -> hosts(value).forEach(host -> named.add("Service " + host)));
            object.findValues("url").forEach(url -> hosts(url).forEach(host -> named.add("Service " + host)));
        }
        named.removeAll(there);
        assertEquals(Set.of(), named);
    }

    private static List<JsonNode> secondShard() {
        return Chart.objects(
                Chart.template().withName("second").withValuesFile(SECOND_SHARD).call());
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asString();
    }

    /** The first labels of the hosts of all addresses in a value: the names of Services. */
    private static List<String> hosts(JsonNode value) {
        return Pattern.compile("(?:redis|http)://([^:/.]+)")
                .matcher(value.asString(""))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<JsonNode> selected(List<JsonNode> objects, JsonNode selector) {
        return objects.stream()
                .map(Chart::pod)
                .filter(pod -> pod.isObject() && Chart.has(pod.at("/metadata/labels"), selector))
                .toList();
    }

    private static void assertPort(JsonNode object, JsonNode pod, JsonNode port) {
        Map<String, String> ports = ports(pod);
        String name = port.asString();
        assertTrue(
                ports.containsKey(name) || ports.containsValue(name),
                () -> Chart.name(object) + " names " + name + " among " + ports);
    }

    @ParameterizedTest
    @MethodSource("valuesFiles")
    void whatIsMeantForKedaHasOnlyFieldsThatItKnows(Path values) {
        List<JsonNode> objects = Chart.objects(values);
        for (JsonNode object : objects) {
            if (Chart.kind(object).equals("ScaledObject")) {
                KEDA_FIELDS.forEach((path, known) -> assertOnly(known, object.at(path)));
                JsonNode trigger = object.at("/spec/triggers/0");
                assertOnly(TRIGGER_FIELDS.get(trigger.path("type").asString()), trigger.path("metadata"));
                JsonNode secret = trigger.at("/authenticationRef/name");
                assertTrue(
                        secret.isMissingNode() || names(objects).contains("TriggerAuthentication " + secret.asString()),
                        trigger::toString);
            } else if (Chart.kind(object).equals("TriggerAuthentication")) {
                assertOnly(Set.of("secretTargetRef"), object.path("spec"));
                assertOnly(Set.of("parameter", "name", "key"), object.at("/spec/secretTargetRef/0"));
            }
        }
    }

    private static void assertOnly(Set<String> known, JsonNode object) {
        Set<String> unknown = new TreeSet<>(object.propertyNames());
        unknown.removeAll(known);
        assertEquals(Set.of(), unknown, object::toString);
    }

    private static Set<String> names(List<JsonNode> objects) {
        return objects.stream().map(Chart::name).collect(Collectors.toSet());
    }

    @Test
    void theTestAndKedaHaveATokenANameAndAWayInWhereOthersNeedThem(@TempDir Path copy) throws Exception {
        List<JsonNode> objects = Chart.objectsWithTest(PRODUCTION, copy);
        JsonNode test = Chart.named(objects, "Pod asyfleet-test");
        ChartTest.validate(test);
        assertEquals(List.of(), PodSecurity.restricted(test));
        String command = test.at("/spec/containers/0/args/0").asString();
        assertTrue(command.contains("--header \"Authorization: Bearer $token\""), command);
        assertEquals(
                "asyfleet-tokens", test.at("/spec/volumes/0/secret/secretName").asString());

        JsonNode keda = Chart.named(objects, "ScaledObject asyfleet-backend").at("/spec/triggers/0");
        assertEquals("bearer", keda.at("/metadata/authMode").asString());
        Set<String> names =
                Set.of(environment(Chart.containers(Chart.pod(Chart.named(objects, "Deployment asyfleet-queue-server")))
                                .get(0))
                        .get("ASYFLEET_HOST_NAMES")
                        .split(","));
        for (String asked : List.of(command, keda.at("/metadata/url").asString())) {
            String host = asked.replaceFirst("(?s).*http://([^:/]+).*", "$1");
            assertTrue(names.contains(host), () -> host + " is not among " + names);
        }

        JsonNode policy = Chart.named(objects, "NetworkPolicy asyfleet-queue-server");
        assertEquals(
                List.of("namespace ingress-nginx", "pods test", "namespace keda"), from(policy.at("/spec/ingress/0")));
    }

    /** Who may come in by a rule, in words. */
    private static List<String> from(JsonNode rule) {
        return Chart.elements(rule.path("from")).stream()
                .flatMap(peer -> Stream.of(
                                peer.at("/namespaceSelector/matchLabels/kubernetes.io~1metadata.name"),
                                peer.at("/podSelector/matchLabels/app.kubernetes.io~1component"))
                        .filter(label -> !label.isMissingNode())
                        .map(label -> (peer.has("podSelector") ? "pods " : "namespace ") + label.asString()))
                .toList();
    }

    @Test
    void kedaIsNotLeftWithoutAToken() {
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> Chart.template()
                .set("autoscaling.kind", "keda-slots")
                .set("queueServer.tokensSecret", "asyfleet-tokens")
                .call());
        assertTrue(refusal.getMessage().contains("autoscaling.tokenSecret"), refusal.getMessage());
    }

    @Test
    void prometheusReachesEveryPodThatSaysItCanBeRead() {
        List<JsonNode> objects = Chart.objects(PRODUCTION);
        for (String part : SERVICES.keySet()) {
            JsonNode pod = Chart.pod(Chart.named(objects, "Deployment asyfleet-" + part));
            assertTrue(pod.at("/metadata/annotations").has("prometheus.io/scrape"), part);
            JsonNode rules =
                    Chart.named(objects, "NetworkPolicy asyfleet-" + part).at("/spec/ingress");
            assertTrue(
                    Chart.elements(rules).stream().anyMatch(rule -> from(rule).contains("namespace monitoring")), part);
        }
        JsonNode closed = Chart.pod(Chart.named(Chart.objects(Chart.template().call()), "Deployment asyfleet-backend"));
        assertTrue(closed.at("/metadata/annotations").isMissingNode(), "nobody is let in by default");
    }
}
