package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
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
                .map(path -> path.getKey().replaceFirst("/?\\{.*", ""))
                .filter(path -> !path.isEmpty() && !document.contains(path))
                .toList();

        assertEquals(List.of(), missing);
    }

    private static boolean isPage(JsonNode path) {
        return path.valueStream()
                .allMatch(operation -> operation.path("tags").path(0).asString().equals("page"));
    }

    @Test
    void everyOptionOfAFigureHasItsRow() {
        JsonNode render = description.path("paths").path("/api/render").path("post");
        List<String> missing = parameters(render)
                .filter(name -> !document.contains("| `" + name + "`")
                        && !document.contains("or `" + name + "` |")
                        && !document.contains("header `" + name + "`")
                        && !document.contains("the header `" + name + "`"))
                .toList();

        assertEquals(List.of(), missing);
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
