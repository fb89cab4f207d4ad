package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.SettingsException;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /api/openapi.json} describes the HTTP routes of a running queue server, all of them and no others. That it
 * describes their answers is checked with every answer that a test gets, by {@link CheckedHttpClient}.
 */
@Tag("slow")
class OpenApiTest {

    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static QueueServer server;
    private static JsonNode description;

    @BeforeAll
    static void fetch() throws IOException, InterruptedException {
        server = TestQueueServer.start(REDIS, "--auth-token=limiter");
        HttpResponse<byte[]> response = get("/api/openapi.json");
        assertEquals(
                "application/json",
                response.headers().firstValue("Content-Type").orElseThrow());
        description = JsonMapper.shared().readTree(response.body());
    }

    private static HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.address() + path)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    @AfterAll
    static void stop() {
        server.close();
        REDIS.close();
    }

    @Test
    void everyRouteIsDescribedAndEveryDescriptionHasItsRoute() {
        Set<String> described = new TreeSet<>();
        eachOperation((path, method, operation) -> described.add(method.toUpperCase(Locale.ROOT) + " " + path));
        Set<String> served = server.routes().stream()
                .filter(route -> !route.startsWith("WEBSOCKET"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(served, described);
    }

    @Test
    void noPathOfOursCanBeATypeOfDiagramsOfAnotherServer() {
        for (String route : server.routes()) {
            String first = route.replaceFirst("^[A-Z]+ /([^/]*).*", "$1");
            if (!first.isEmpty() && !first.startsWith("asy")) {
                assertThrows(
                        SettingsException.class,
                        () -> QueueServerSettings.SPEC.read(List.of("--kroki-aliases=" + first), Map.of()),
                        route);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/healthz",
                "/readyz",
                "/metrics",
                "/api/queue-stats",
                "/api/stats",
                "/api/versions",
                "/stats",
                "/api",
                "/embed",
                "/form"
            })
    void whatTheServerSaysOfItselfIsAsDescribed(String path) throws IOException, InterruptedException {
        assertEquals(200, get(path).statusCode());
    }

    @Test
    void everyReferenceLeadsToSomethingAndEveryComponentIsUsed() {
        Set<String> used = new TreeSet<>();
        eachNode(description, node -> {
            if (node.has("$ref")) {
                String reference = node.path("$ref").asString();
                assertFalse(description.at(reference.substring(1)).isMissingNode(), reference);
                used.add(reference);
            }
        });
        for (String kind : List.of("parameters", "requestBodies", "responses", "schemas")) {
            for (String name : description.path("components").path(kind).propertyNames()) {
                assertTrue(used.contains("#/components/" + kind + "/" + name), "unused: " + kind + " " + name);
            }
        }
    }

    @Test
    void everyOperationHasANameOfItsOwnASummaryAndAnswers() {
        Set<String> names = new HashSet<>();
        eachOperation((path, method, operation) -> {
            String name = operation.path("operationId").asString("");
            assertTrue(!name.isEmpty() && names.add(name), path + " " + method + ": " + name);
            assertFalse(operation.path("summary").asString("").isEmpty(), name);
            assertFalse(operation.path("responses").isEmpty(), name);
            for (String status : operation.path("responses").propertyNames()) {
                assertFalse(
                        resolve(operation.path("responses").path(status))
                                .path("description")
                                .asString("")
                                .isEmpty(),
                        name + " " + status);
            }
        });
    }

    @Test
    void everyDoorWithAGateSaysWhomItRefusesAndWhenToComeBack() {
        eachOperation((path, method, operation) -> {
            JsonNode responses = operation.path("responses");
            assertEquals(responses.has("401"), responses.has("403"), method + " " + path);
            if (responses.has("429")) {
                assertTrue(resolve(responses.path("429")).path("headers").has("Retry-After"), method + " " + path);
            }
        });
    }

    @Test
    void everyDoorThatRendersSaysAllThatMayComeOfIt() {
        eachOperation((path, method, operation) -> {
            JsonNode responses = operation.path("responses");
            boolean kroki = operation.path("operationId").asString().matches("render(Kroki|Encoded).*");
            if (kroki || (responses.has("422") && !path.startsWith("/api/tasks"))) {
                for (String status : List.of("200", "400", "401", "409", "413", "429", "503")) {
                    assertTrue(responses.has(status), method + " " + path + " " + status);
                }
                assertEquals(!kroki, responses.has("408"), path);
                assertEquals(method.equals("post"), responses.has("415"), path);
                String parameters = operation.path("parameters").toString();
                for (String name : List.of("Session", "SessionHeader", "Cache", "Priority")) {
                    assertTrue(parameters.contains("parameters/" + name + "\""), path + " " + name);
                }
            }
        });
    }

    @Test
    void everyNameInAPathIsAParameterThatIsRequired() {
        eachOperation((path, method, operation) -> {
            List<String> parameters = new ArrayList<>();
            for (JsonNode parameter : operation.path("parameters")) {
                JsonNode resolved = resolve(parameter);
                if (resolved.path("in").asString().equals("path")) {
                    assertTrue(resolved.path("required").asBoolean(), path);
                    parameters.add(resolved.path("name").asString());
                }
            }
            List<String> names = Pattern.compile("[{]([^}]+)[}]")
                    .matcher(path)
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            assertEquals(names, parameters, path);
        });
    }

    @Test
    void itSaysWhichOpenApiItIs() {
        assertEquals("3.1.0", description.path("openapi").asString());
        assertFalse(description.path("info").path("title").asString("").isEmpty());
        assertFalse(description.path("info").path("version").asString("").isEmpty());
    }

    private interface Visitor {
        void visit(String path, String method, JsonNode operation);
    }

    private static void eachOperation(Visitor visitor) {
        for (String path : description.path("paths").propertyNames()) {
            JsonNode item = description.path("paths").path(path);
            for (String method : item.propertyNames()) {
                assertTrue(METHODS.contains(method), path + " " + method);
                visitor.visit(path, method, item.path(method));
            }
        }
    }

    private static void eachNode(JsonNode node, Consumer<JsonNode> visitor) {
        visitor.accept(node);
        for (JsonNode child : node) {
            eachNode(child, visitor);
        }
    }

    private static JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? description.at(node.path("$ref").asString().substring(1)) : node;
    }
}
