package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.codec.Grammar.Encoded;
import asyfleet.protocol.wire.WireName;
import java.util.LinkedHashMap;
import java.util.Map;

/** The writer of the text frame of a message with fields, in the order in which they are put. Lives for one message. */
final class TextWriter {

    private final String verb;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    TextWriter(String verb) {
        this.verb = verb;
    }

    /** Puts a string, number or boolean; a null is left out. */
    TextWriter put(String name, Object value) {
        if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    TextWriter put(String name, WireName value) {
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
