package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The document about the HTTP API names what the OpenAPI description has. */
class HttpApiDocsTest {

    private final JsonNode description = read();
    private final String document;

    HttpApiDocsTest() throws IOException {
        document = Files.readString(Path.of("../docs/http-api.md")) + Files.readString(Path.of("../docs/drop-ins.md"));
    }

    private static JsonNode read() {
        try (InputStream in = HttpApiDocsTest.class.getResourceAsStream("/api/openapi.json")) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everyAddressForProgramsIsNamed() {
        List<String> missing = description
                .path("paths")
                .propertyStream()
                .filter(path -> !isPage(path.getValue()))
                .map(Map.Entry::getKey)
                .filter(path -> !named(path).matcher(document).find())
                .toList();

        assertEquals(List.of(), missing);
    }

    /** The whole address, with any value in the place of a parameter, as in {@code /api/tasks/$ID/result}. */
    private static Pattern named(String path) {
        String text = Pattern.compile("\\{[^}]*}|[^{]+")
                .matcher(path)
                .replaceAll(part -> Matcher.quoteReplacement(
                        part.group().startsWith("{") ? "[^/\\s\"`?|]+" : Pattern.quote(part.group())));
        return Pattern.compile(text + "(?![\\w/{$])");
    }

    @Test
    void anAddressIsNamedAsAWholeOnly() {
        assertTrue(named("/api/tasks/{id}/result")
                .matcher("curl $FLEET/api/tasks/$ID/result -o x")
                .find());
        assertTrue(named("/api/tasks/{id}").matcher("`GET /api/tasks/{id}`").find());
        assertFalse(named("/api/tasks/{id}").matcher("/api/tasks/$ID/result").find());
        assertFalse(named("/api/tasks").matcher("/api/tasks/$ID").find());
    }

    private static boolean isPage(JsonNode path) {
        return path.valueStream()
                .allMatch(operation -> operation.path("tags").path(0).asString().equals("page"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/render", "/api/tasks", "/api/batch"})
    void everyOptionOfAFigureHasItsRowOrExample(String path) {
        JsonNode operation = description.path("paths").path(path).path("post");
        List<String> options = parameters(operation).toList();
        assertTrue(options.size() >= 10, options::toString);
        List<String> missing = options.stream()
                .filter(name -> !document.contains(path + "?" + name + "="))
                .filter(name -> !document.contains("| `" + name + "`")
                        && !document.contains("or `" + name + "` |")
                        && !document.contains("header `" + name + "`")
                        && !document.contains("the header `" + name + "`"))
                .toList();

        assertEquals(List.of(), missing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/queue-stats", "/api/admin/tasks", "/api/batch/{id}/events", "/readyz"})
    void everyParameterOfOtherAddressesIsNamed(String path) {
        List<String> parameters = description
                .path("paths")
                .path(path)
                .valueStream()
                .flatMap(this::parameters)
                .distinct()
                .filter(name -> !path.contains("{" + name + "}"))
                .toList();
        assertFalse(parameters.isEmpty());

        assertEquals(
                List.of(),
                parameters.stream()
                        .filter(name -> !Pattern.compile("\\?" + name + "=|`" + name + "`")
                                .matcher(document)
                                .find())
                        .toList());
    }

    private Stream<String> parameters(JsonNode operation) {
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .map(parameter -> parameter.has("$ref")
                        ? description.at(parameter.path("$ref").asString().substring(1))
                        : parameter)
                .map(parameter -> parameter.path("name").asString());
    }

    @Test
    void everyStatusOfAFigureHasItsRow() {
        JsonNode answers =
                description.path("paths").path("/api/render").path("post").path("responses");
        List<String> missing = answers.propertyNames().stream()
                .filter(status -> !status.equals("200") && !document.contains("| " + status + " |"))
                .toList();

        assertEquals(List.of(), missing);
    }
}
