package asyfleet.openapi;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An OpenAPI 3.1 description as a check of answers. It is read more strictly than it is written: clients should ignore
 * properties that they do not know, so the description leaves objects open, but an answer must not have one that is not
 * described. Immutable.
 */
final class ApiDescription {

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(
            Dialects.getOpenApi31(),
            registry -> registry.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

    private final JsonNode description;

    ApiDescription(JsonNode description) {
        this.description = description.deepCopy();
        closeValues(this.description.path("components").path("schemas"));
    }

    /** The one on the class path, which is the queue server's. */
    static ApiDescription load() {
        try (InputStream in = ApiDescription.class.getResourceAsStream("/api/openapi.json")) {
            return new ApiDescription(JsonMapper.shared()
                    .readTree(Objects.requireNonNull(in, "openapi.json is not on the class path")
                            .readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("could not read openapi.json", e);
        }
    }

    /** Answers of routes that are not described are left alone: that there are none is for another test. */
    void check(CheckedAnswer answer) {
        operation(answer).ifPresent(operation -> check(answer, operation.path("responses")));
    }

    private Optional<JsonNode> operation(CheckedAnswer answer) {
        JsonNode paths = description.path("paths");
        return paths.propertyNames().stream()
                .filter(template -> answer.path().matches(pattern(template)))
                .map(template -> paths.path(template).path(answer.method().toLowerCase(Locale.ROOT)))
                .filter(JsonNode::isObject)
                .findFirst();
    }

    private static String pattern(String template) {
        return template.replace(".", "[.]").replaceAll("[{][^}]+[}]", "[^/]+");
    }

    private void check(CheckedAnswer answer, JsonNode responses) {
        JsonNode response = resolve(responses.path(Integer.toString(answer.status())));
        require(response.isObject(), answer, "its description has only " + responses.propertyNames());
        if (!answer.mediaType().isEmpty()) {
            JsonNode content = response.path("content");
            JsonNode media = content.path(answer.mediaType());
            require(media.isObject(), answer, "its description has only " + content.propertyNames());
            if (answer.isJson()) {
                List<Error> errors = SCHEMAS.getSchema(closed(media.path("schema")))
                        .validate(JsonMapper.shared().readTree(answer.body()));
                require(errors.isEmpty(), answer, errors.toString());
            }
        }
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? description.at(node.path("$ref").asString().substring(1)) : node;
    }

    /** A schema of its own, with the components that it refers to. */
    private JsonNode closed(JsonNode schema) {
        ObjectNode copy = schema.deepCopy().asObject();
        closeValues(copy);
        close(copy);
        copy.set("components", description.path("components"));
        return copy;
    }

    /** Closes what an object or array holds, at any depth; not the parts of an allOf, which together are one object. */
    private static void closeValues(JsonNode schema) {
        schema.path("properties").forEach(ApiDescription::close);
        close(schema.path("items"));
        close(schema.path("additionalProperties"));
        schema.forEach(ApiDescription::closeValues);
    }

    private static void close(JsonNode schema) {
        if (schema instanceof ObjectNode object && !object.has("additionalProperties")) {
            object.put("unevaluatedProperties", false);
        }
    }

    private static void require(boolean isMet, CheckedAnswer answer, String mistake) {
        if (!isMet) {
            throw new AssertionError(answer + ", but " + mistake);
        }
    }
}
