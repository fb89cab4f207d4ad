package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.queueserver.shard.ShardName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The chart, with values that operators choose. */
final class ChartValuesTest {

    @TempDir
    private Path directory;

    @BeforeAll
    static void helmIsHere() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "Helm's library is here for x86-64 alone");
    }

    private List<JsonNode> objects(String values) throws IOException {
        return Chart.objects(Files.writeString(directory.resolve("values.yaml"), values));
    }

    @Test
    void theNamespaceIsThatOfTheCommandUnlessOneIsGivenForTheProfiles() throws Exception {
        assertEquals(List.of(), inANamespace(objects("")));
        assertEquals(
                List.of("ConfigMap asyfleet-profiles", "DaemonSet asyfleet-profiles"),
                inANamespace(objects("sandbox: {profilesNamespace: kube-system}")));
    }

    private static List<String> inANamespace(List<JsonNode> objects) {
        return objects.stream()
                .filter(object -> object.at("/metadata").has("namespace"))
                .map(Chart::name)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://redis.example.org:6380",
                "redis://redis.example.org",
                "redis://redis.example.org/",
                "redis://redis.example.org/0",
                "redis://redis.example.org:6379/3",
                "rediss://user:pass@redis.example.org",
                "redis-sentinel://b.example.org:26380,a.example.org#main",
                "redis-sentinel://:pass@a.example.org:26379/2#main",
                "redis-sentinel://b.example.org,a.example.org,c.example.org:5000/1#main"
            })
    void theBackendsOfAShardFollowTheShardByTheNameThatQueueServersGiveIt(String url) throws Exception {
        JsonNode trigger = Chart.named(objects(shard(url)), "ScaledObject asyfleet-backend")
                .at("/spec/triggers/0/metadata/valueLocation");
        assertEquals("shards.#(name==\"" + ShardName.of(url).address() + "\").slotsWanted", trigger.asString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://:secret@redis.example.org?database=3",
                "redis-sentinel://:secret@a.example.org?sentinelMasterId=main",
                "redis://:secret@[::1]:6379"
            })
    void aShardWhoseNameIsNotKnownIsRefusedWithoutItsPassword(String url) {
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> objects(shard(url)));
        assertTrue(refusal.getMessage().contains("externalRedis.url must be"), refusal.getMessage());
        assertTrue(!refusal.getMessage().contains("secret@"), refusal.getMessage());
    }

    private static String shard(String url) {
        return "{shardOf: first, externalRedis: {url: \"" + url + "\"}, autoscaling: {kind: keda-slots}}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                          | 31",
                "{drainLimit: 120s}                                                          | 120",
                "{drainLimit: 3m, lameDuck: 1500ms, preStopSeconds: 20}                      | 180",
                "{lameDuck: \"0\"}                                                           | 31",
                "{scheduler: {levels: \"3s=100%,5m=50%\"}, queueServer: {timeouts: \"3s,5m\"}}   | 301"
            })
    void aPodHasTimeToFinishItsLongestTask(String values, long drain) throws Exception {
        List<JsonNode> objects = objects(values);
        for (String part : List.of("backend", "queue-server")) {
            JsonNode deployment = Chart.named(objects, "Deployment asyfleet-" + part);
            Duration limit = duration(Chart.variable(deployment, "ASYFLEET_DRAIN_LIMIT"));
            assertTrue(limit.toSeconds() >= drain, limit::toString);
            Duration lameDuck = duration(Chart.variable(deployment, "ASYFLEET_LAME_DUCK"));
            JsonNode pod = Chart.pod(deployment).path("spec");
            Duration preStop = Duration.ofSeconds(
                    pod.at("/containers/0/lifecycle/preStop/sleep/seconds").asLong(0));
            // A service that is told to end ends at most 15 s after its drain limit and --lame-duck.
            Duration needed = preStop.plus(lameDuck).plus(limit).plusSeconds(15);
            Duration grace =
                    Duration.ofSeconds(pod.path("terminationGracePeriodSeconds").asLong());
            assertTrue(grace.compareTo(needed) >= 0, () -> part + " gets " + grace + " and needs " + needed);
        }
    }

    private static Duration duration(String text) {
        String millis = text.replaceFirst("(ms)?$", "");
        return millis.matches("\\d+") ? Duration.ofMillis(Long.parseLong(millis)) : Duration.parse("PT" + text);
    }

    @Test
    void aVariableThatTheGracePeriodDependsOnIsRefusedAmongOthers() {
        IllegalStateException refusal =
                assertThrows(IllegalStateException.class, () -> objects("backend: {env: {ASYFLEET_DRAIN_LIMIT: 10m}}"));
        assertTrue(refusal.getMessage().contains("set drainLimit in place of"), refusal.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{commonLabels: {cost: 7}}                      | cost",
                "{backend: {nodeSelector: {gpu: true}}}         | gpu",
                "{ingress: {annotations: {time: 3600}}}         | time",
                "{image: {pullSecrets: [registry]}}             | pullSecrets",
                "{autoscaling: {kind: hpa, minReplicas: 0}}     | minReplicas"
            })
    void aValueThatKubernetesWouldRefuseIsRefusedByName(String values, String name) {
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> objects(values));
        assertTrue(refusal.getMessage().contains(name), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"my.figures", "a-name-that-is-as-long-as-helm-allows-i.t-to-be-53-ch"})
    void everyReleaseNameOfHelmGivesNamesOfObjects(String release) {
        for (JsonNode object : Chart.objects(Chart.template().withName(release).call())) {
            String name = object.at("/metadata/name").asString();
            assertTrue(name.matches("[a-z]([-a-z0-9]{0,61}[a-z0-9])?"), name);
        }
    }

    @Test
    void aQueueServerNeedNotPauseBeforeItEnds() throws Exception {
        JsonNode container = Chart.containers(
                        Chart.pod(Chart.named(objects("preStopSeconds: 0"), "Deployment asyfleet-queue-server")))
                .get(0);
        // Kubernetes before 1.33 refuses a pause of 0 s.
        assertTrue(container.path("lifecycle").isMissingNode(), container::toString);
    }

    @Test
    void aLargeNumberOfAVariableKeepsItsDigits() throws Exception {
        List<JsonNode> objects =
                objects("{queueServer: {maxQueueSize: 12345678}, scheduler: {env: {NUMBER: 12345678}}}");
        JsonNode queueServer = Chart.named(objects, "Deployment asyfleet-queue-server");
        JsonNode scheduler = Chart.named(objects, "Deployment asyfleet-scheduler");

        assertEquals("12345678", Chart.variable(queueServer, "MAX_QUEUE_SIZE"));
        assertEquals("12345678", Chart.variable(scheduler, "NUMBER"));
    }

    @Test
    void kubernetes130WillDoButHardenedNeeds133() {
        assertThrows(IllegalStateException.class, () -> withKubernetes("1.29.9", "restricted"));
        withKubernetes("1.30.0", "restricted");
        withKubernetes("1.30.4-gke.100", "compatible");
        IllegalStateException refusal =
                assertThrows(IllegalStateException.class, () -> withKubernetes("1.32.9", "hardened"));
        assertTrue(refusal.getMessage().contains("hardened needs Kubernetes 1.33"), refusal.getMessage());
        withKubernetes("1.33.0", "hardened");
    }

    private static void withKubernetes(String version, String profile) {
        String rendered = Chart.template()
                .withKubeVersion(version)
                .set("sandbox.profile", profile)
                .call();
        assertTrue(Stream.of(rendered.split("\n---\n")).count() > 10, rendered);
    }
}
