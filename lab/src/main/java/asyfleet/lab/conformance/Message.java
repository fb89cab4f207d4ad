package asyfleet.lab.conformance;

import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * A message of the server: a text frame, and the binary frame after it if the verb has one.
 *
 * @param json missing if the verb stands alone
 * @param contents null if the verb has none
 */
record Message(String verb, JsonNode json, byte[] contents) {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    static Message parse(String text) {
        int space = text.indexOf(' ');
        if (space < 0) {
            return new Message(text, MissingNode.getInstance(), null);
        }
        try {
            return new Message(text.substring(0, space), MAPPER.readTree(text.substring(space + 1)), null);
        } catch (JacksonException e) {
            throw new Mismatch("a verb and JSON", "\"" + text + "\"");
        }
    }

    boolean announcesContents() {
        return verb.equals("result") || verb.equals("output");
    }

    /** Complete or denied: nothing may follow but the end of the connection. */
    boolean isLast() {
        return verb.equals("complete") || verb.equals("denied");
    }

    Message with(byte[] bytes) {
        return new Message(verb, json, bytes);
    }

    String text(String field) {
        JsonNode value = json.path(field);
        if (!value.isString()) {
            throw new Mismatch("a text \"" + field + "\"", toString());
        }
        return value.stringValue();
    }

    boolean flag(String field) {
        JsonNode value = json.path(field);
        if (!value.isBoolean()) {
            throw new Mismatch("true or false as \"" + field + "\"", toString());
        }
        return value.booleanValue();
    }

    @Override
    public String toString() {
        return verb + (json.isMissingNode() ? "" : " " + json) + (contents == null ? "" : " " + excerpt());
    }

    private String excerpt() {
        String start = new String(Arrays.copyOf(contents, Math.min(60, contents.length)));
        return contents.length + "B \"" + start.replaceAll("\\P{Print}+", " ") + "\"";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Message that
                && verb.equals(that.verb)
                && json.equals(that.json)
                && Arrays.equals(contents, that.contents);
    }

    @Override
    public int hashCode() {
        return verb.hashCode();
    }
}
