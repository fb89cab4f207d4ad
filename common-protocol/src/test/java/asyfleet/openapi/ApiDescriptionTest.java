package asyfleet.openapi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ApiDescriptionTest {

    private static final ApiDescription DESCRIPTION =
            new ApiDescription(JsonMapper.shared().readTree("""
            {"openapi": "3.1.0",
             "paths": {"/things/{id}": {"get": {"responses": {
               "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Big"}}}},
               "404": {"$ref": "#/components/responses/Missing"}}}}},
             "components": {
               "responses": {"Missing": {"content": {"application/json": {"schema": {
                 "type": "object", "properties": {"error": {"type": "string"}}}}}}},
               "schemas": {
                 "Small": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
                 "Big": {"allOf": [{"$ref": "#/components/schemas/Small"}, {"type": "object", "properties": {
                   "made": {"type": "string", "format": "date-time"},
                   "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Small"}},
                   "inner": {"type": "object", "properties": {"x": {"type": "integer"}}},
                   "names": {"type": "object", "additionalProperties": {"type": "string"}}}}]}}}}
            """));

    private static void check(String request, int status, String type, String body) {
        String[] words = request.split(" ");
        DESCRIPTION.check(new CheckedAnswer(words[0], words[1], status, type, body));
    }

    private static void check(String body) {
        check("GET /things/7", 200, "application/json", body);
    }

    @Test
    void anAnswerWithAllOfItsPropertiesIsAsDescribed() {
        assertDoesNotThrow(() -> check("""
                {"id": "a", "made": "2026-01-01T00:00:00Z", "parts": [{"id": "b"}], "inner": {"x": 1},
                 "names": {"any": "name"}}
                """));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"id": "a", "more": 1}                | 'more'
            {"id": "a", "inner": {"y": 1}}        | 'y'
            {"id": "a", "parts": [{"id": "b", "z": 1}]} | 'z'
            {"id": 1}                             | integer found, string expected
            {"id": "a", "names": {"any": 1}}      | integer found, string expected
            {"id": "a", "made": "yesterday"}      | date-time
            {"inner": {"x": 1}}                   | 'id'
            """, quoteCharacter = '`')
    void whatIsWrongWithAnAnswerIsNamed(String body, String named) {
        String message = assertThrows(AssertionError.class, () -> check(body)).getMessage();
        assertTrue(message.contains(named), message);
        assertTrue(message.startsWith("GET /things/7 was answered with 200"), message);
    }

    @Test
    void anErrorIsCheckedAsWell() {
        assertDoesNotThrow(() -> check("GET /things/7", 404, "application/json", "{\"error\": \"gone\"}"));
        assertThrows(
                AssertionError.class, () -> check("GET /things/7", 404, "application/json", "{\"mistake\": \"gone\"}"));
    }

    @Test
    void aStatusOrATypeThatIsNotDescribedIsAMistake() {
        assertThrows(AssertionError.class, () -> check("GET /things/7", 500, "application/json", "{}"));
        assertThrows(AssertionError.class, () -> check("GET /things/7", 200, "text/plain", "a thing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /things/7", "GET /things", "GET /things/7/parts"})
    void aRouteThatIsNotDescribedIsLeftAlone(String request) {
        assertDoesNotThrow(() -> check(request, 200, "application/json", "[1]"));
    }
}
