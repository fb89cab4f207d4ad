package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.codec.Grammar.Encoded;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.protocol.wire.WireName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The text frame of a message taken apart: {@code verb} or {@code verb JSON}.
 *
 * @param rest what follows the verb; read only once the verb is known, so that an unknown one is named first
 */
record TaskText(String verb, String rest) {

    static TaskText parse(String text) {
        int end = 0;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return new TaskText(text.substring(0, end), text.substring(end).strip());
    }

    /** The opposite of {@link #parse}; the JSON is made of maps, lists, strings, numbers and booleans. */
    static String write(String verb, Object json) {
        return verb + " " + StrictJson.write(json);
    }

    /** The fields of a message that has some. */
    Fields fields() {
        JsonNode json = json();
        if (!json.isObject()) {
            throw refused("a JSON object");
        }
        return new Fields(verb, json);
    }

    /** The fields of each entry of a message that is a list. */
    List<Fields> entries() {
        JsonNode json = json();
        if (!json.isArray() || !json.valueStream().allMatch(JsonNode::isObject)) {
            throw refused("a JSON array of objects");
        }
        return json.valueStream().map(entry -> new Fields(verb, entry)).toList();
    }

    /** Checks that a message without fields has none. */
    void expectNoJson() {
        if (!rest.isEmpty()) {
            throw refused("nothing");
        }
    }

    private JsonNode json() {
        try {
            return StrictJson.read(rest);
        } catch (JacksonException e) {
            throw refused("JSON (" + JsonMistake.of(e) + ")");
        }
    }

    private ProtocolException refused(String expected) {
        return new ProtocolException(verb + " is followed by " + Excerpt.of(rest) + "; expected " + expected);
    }

    /** The writer of the text frame of a message with fields, in the order in which they are put. Lives for one message. */
    static final class Writer {

        private final String verb;
        private final Map<String, Object> fields = new LinkedHashMap<>();

        Writer(String verb) {
            this.verb = verb;
        }

        /** Puts a string, number or boolean; a null is left out. */
        Writer put(String name, Object value) {
            if (value != null) {
                fields.put(name, value);
            }
            return this;
        }

        Writer put(String name, WireName value) {
            return put(name, value == null ? null : (Object) value.wire());
        }

        Map<String, Object> fields() {
            return fields;
        }

        Encoded alone() {
            return followedBy(null);
        }

        Encoded followedBy(byte[] contents) {
            return new Encoded(TaskText.write(verb, fields), contents);
        }
    }
}
