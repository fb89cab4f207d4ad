package asyfleet.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.BackendSettings;
import asyfleet.config.Setting;
import asyfleet.config.SettingsSpec;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.repository.Repository;
import asyfleet.scheduler.SchedulerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The composition and the images, compared with what the services know of themselves. */
final class ComposeTest {

    private static final Map<String, SettingsSpec> SPECS = Map.of(
            "queue-server", QueueServerSettings.SPEC,
            "scheduler", SchedulerSettings.SPEC,
            "backend", BackendSettings.SPEC);

    private final JsonNode services = Compose.composition().path("services");

    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend"})
    void everyVariableIsASettingOfItsService(String service) {
        Set<String> known =
                SPECS.get(service).settings().stream().map(Setting::variable).collect(Collectors.toSet());
        Set<String> given = services.at("/" + service + "/environment").propertyNames().stream()
                .filter(name -> !known.contains(name))
                .collect(Collectors.toSet());
        assertEquals(Set.of(), given);
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend"})
    void everyValueIsOneThatTheServiceTakes(String service) {
        Map<String, String> environment = services.at("/" + service + "/environment").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().asString()));
        SPECS.get(service).read(List.of(), environment);
    }

    @Test
    void theExampleOfSettingsHasEveryVariableWithItsDefault() {
        assertEquals(Compose.variables(), Compose.example());
    }

    @Test
    void noContainerHasMoreRightsThanItNeeds() {
        services.properties().forEach(entry -> {
            JsonNode service = entry.getValue();
            assertTrue(service.path("read_only").asBoolean(false), entry.getKey());
            assertEquals("[\"ALL\"]", service.path("cap_drop").toString(), entry.getKey());
            assertEquals("no-new-privileges:true", service.at("/security_opt/0").asString(""), entry.getKey());
            assertTrue(service.path("user").asString("0").matches("[1-9]\\d*:[1-9]\\d*"), entry.getKey());
            for (String limit : List.of("cpus", "memory", "pids")) {
                assertTrue(service.at("/deploy/resources/limits").has(limit), entry.getKey() + " " + limit);
            }
        });
    }

    @Test
    void aBackendHasTheSeccompProfileOfTheProduct() {
        String profile = services.at("/backend/security_opt/1").asString("").replace("seccomp=", "");
        assertTrue(Files.exists(Repository.root().resolve("deploy/compose").resolve(profile)), profile);
    }

    @Test
    void onlyTheProxyIsReachedFromOutsideAndOnlyQueueServersAreOnBothNetworks() {
        assertEquals(Set.of("proxy"), having("ports"));
        assertTrue(Compose.composition().at("/networks/fleet/internal").asBoolean(false));
        assertEquals("[\"front\"]", services.at("/proxy/networks").toString());
        assertEquals(
                "[\"front\",\"fleet\"]", services.at("/queue-server/networks").toString());
        for (String service : List.of("scheduler", "backend", "valkey")) {
            assertEquals("[\"fleet\"]", services.path(service).path("networks").toString(), service);
        }
    }

    @Test
    void whatRedisHasWrittenOutlivesItsContainerAndItForgetsNoTask() {
        List<String> command = strings(services.at("/valkey/command"));
        assertTrue(
                command.containsAll(List.of("--appendonly yes", "--maxmemory-policy noeviction", "--dir /data")),
                command::toString);
        assertEquals(List.of("queues:/data"), strings(services.at("/valkey/volumes")));
        assertTrue(Compose.composition().path("volumes").has("queues"));
    }

    @Test
    void aSecondShardIsTheSameServicesOnARedisOfTheirOwn() {
        JsonNode added = Compose.secondShard().path("services");
        for (String service : List.of("valkey", "scheduler", "backend")) {
            assertEquals(service, added.at("/" + service + "-b/extends/service").asString(), service);
        }
        for (String service : List.of("scheduler-b", "backend-b")) {
            assertEquals("redis://valkey-b:6379", redis(added, service));
        }
        assertEquals("queues-b:/data", added.at("/valkey-b/volumes/0").asString());
        assertEquals(redis(services, "queue-server") + ",redis://valkey-b:6379", redis(added, "queue-server"));
    }

    @Test
    void tlsChangesTheProxyAloneWhichReadsTheCertificateAndOpensThePortThatIsPublished() {
        JsonNode added = Compose.tls();
        assertEquals(Set.of("proxy"), Set.copyOf(added.path("services").propertyNames()));
        JsonNode proxy = added.at("/services/proxy");
        List<String> command = strings(proxy.path("command"));
        assertTrue(command.containsAll(strings(services.at("/proxy/command"))), command::toString);
        assertTrue(command.contains("/usr/local/etc/haproxy/tls.cfg"), command::toString);
        assertEquals(List.of("./haproxy/tls.cfg:/usr/local/etc/haproxy/tls.cfg:ro"), strings(proxy.path("volumes")));
        assertEquals(List.of("8443:8443"), strings(proxy.path("ports")));
        assertEquals(List.of("certificate"), strings(proxy.path("secrets")));
        String file = added.at("/secrets/certificate/file").asString();
        assertTrue(file.startsWith("${CERTIFICATE:?"), file);

        String frontend = Compose.read("compose/haproxy/tls.cfg");
        assertTrue(frontend.contains("\n  bind :8443 ssl crt /run/secrets/certificate "), frontend);
        assertTrue(frontend.contains("\n  default_backend queue-servers\n"), frontend);
        assertTrue(Compose.read("compose/haproxy/haproxy.cfg").contains("\nbackend queue-servers\n"));
    }

    @Test
    void appArmorAddsTheProfileOfTheProductToBackendsAlone() {
        JsonNode added = Compose.appArmor().path("services");
        assertEquals(Set.of("backend"), Set.copyOf(added.propertyNames()));
        // Compose adds it to those of compose.yaml.
        assertEquals(List.of("apparmor=asyfleet-backend"), strings(added.at("/backend/security_opt")));
        String profile = Compose.read("apparmor/asyfleet-backend");
        assertTrue(profile.contains("\nprofile asyfleet-backend "), profile);
    }

    private static List<String> strings(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private static String redis(JsonNode services, String service) {
        return services.path(service).at("/environment/REDIS_URL").asString();
    }

    private Set<String> having(String field) {
        return services.properties().stream()
                .filter(entry -> entry.getValue().has(field))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    @Test
    void theProxyAsksAtThePortsOfTheQueueServers() {
        String proxy = Compose.read("compose/haproxy/haproxy.cfg");
        String metrics =
                services.at("/queue-server/environment/ASYFLEET_METRICS_PORT").asString();
        assertTrue(proxy.contains("check port " + metrics + " "), metrics);
        assertTrue(proxy.contains(" queue-server:" + port("queue-server") + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend"})
    void anImageOpensTheUsualPortOfItsServiceAndIsAskedForItsHealthAtOneThatIsOpen(String service) {
        List<String> exposed = first(Compose.stage(service), "EXPOSE (.*)")
                .map(ports -> List.of(ports.split(" ")))
                .orElseThrow();
        assertTrue(exposed.contains(Integer.toString(port(service))), exposed::toString);
        String asked = first(Compose.stage(service + "-untrained"), ".*ASYFLEET_HEALTH_PORT=(\\d+).*")
                .orElseThrow();
        assertTrue(exposed.contains(asked), asked);
    }

    private static int port(String service) {
        SettingsSpec spec = SPECS.get(service);
        return switch (service) {
            case "queue-server" ->
                QueueServerSettings.read(spec.read(List.of(), Map.of()))
                        .net()
                        .listen()
                        .port();
            case "scheduler" ->
                SchedulerSettings.of(spec.read(List.of(), Map.of()))
                        .server()
                        .listen()
                        .port();
            default ->
                BackendSettings.read(spec.read(List.of(), Map.of()))
                        .server()
                        .listen()
                        .port();
        };
    }

    private static java.util.Optional<String> first(List<String> lines, String pattern) {
        return lines.stream()
                .map(Pattern.compile(pattern)::matcher)
                .filter(java.util.regex.Matcher::matches)
                .map(found -> found.group(1))
                .findFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue-server", "scheduler", "backend", "all-in-one"})
    void anImageRunsAsAnOrdinaryUser(String target) {
        assertTrue(Compose.stage(target).contains("USER 10001:10001"));
    }

    @Test
    void whatIsCopiedIntoImagesIsInTheCheckoutOrBuiltByAModule() {
        List<String> copied = Pattern.compile("(?m)^COPY (?!--from)(.*) \\S+$")
                .matcher(Compose.dockerfile())
                .results()
                .map(found -> found.group(1))
                .flatMap(sources -> Stream.of(sources.split(" ")))
                .toList();
        assertTrue(copied.size() >= 8, copied::toString);
        for (String source : copied) {
            assertTrue(isThere(source), source);
        }
    }

    private static boolean isThere(String source) {
        int target = source.indexOf("/target/");
        if (target < 0) {
            return Files.exists(Repository.root().resolve(source));
        }
        Path module = Path.of(source.substring(0, target));
        boolean built = source.endsWith("/lib") || source.endsWith("/" + module.getFileName() + "-?.*.jar");
        return built && Files.exists(Repository.root().resolve(module).resolve("pom.xml"));
    }

    @Test
    void aBackendHasWhatTheLauncherInstalls() {
        String installed = String.join("\n", Compose.stage("renders"));
        String launcher = Compose.read("launcher/packages.sh");
        String standard = launcher.replaceAll("(?s).*TEX_STANDARD=\\(([^)]*)\\).*", "$1");
        assertTrue(installed.contains("ARG TEX=\"" + standard + "\""), standard);
        Pattern.compile("'\\w+\\|([\\w-]+)\\|needed\\|")
                .matcher(launcher)
                .results()
                .map(MatchResult::group)
                .map(tool -> tool.split("\\|")[1])
                .forEach(tool -> assertTrue(installed.contains(" " + tool + " "), tool));
    }

    @Test
    void aContainerHasTimeToFinishItsLongestTask() {
        long grace = seconds(services.at("/backend/stop_grace_period").asString());
        long drain =
                seconds(services.at("/backend/environment/ASYFLEET_DRAIN_LIMIT").asString());
        long lameDuck = seconds(
                services.at("/queue-server/environment/ASYFLEET_LAME_DUCK").asString());
        assertTrue(drain > 30, "more than the longest level: " + drain);
        // A service that is told to end ends at most 15 s after its drain limit.
        assertTrue(grace >= drain + 15 + lameDuck, "grace " + grace);
        String most = "more than the longest level, and at most " + (grace - 15 - lameDuck) + "s.";
        assertTrue(Compose.read("compose/.env.example").contains(most), most);
    }

    private static long seconds(String text) {
        return Duration.parse("PT" + text).toSeconds();
    }
}
