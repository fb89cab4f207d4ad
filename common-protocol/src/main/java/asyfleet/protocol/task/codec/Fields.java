package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.wire.Excerpt;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of one JSON object of a message, taken by name. A field that is null is a field that is not there. Data
 * binding is not used, because its errors speak of classes and columns, and ours speak to the person who wrote the
 * client. Lives for one message.
 */
public final class Fields {

    /** As JSON writes it, and no longer than a {@code long}: others stay texts, to be refused as they are. */
    private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    private final String verb;
    private final JsonNode object;
    private final Set<String> known = new LinkedHashSet<>();

    Fields(String verb, JsonNode object) {
        this.verb = verb;
        this.object = object;
    }

    /** The fields of a text that is to be one JSON object; the name begins every error. */
    public static Fields parse(String name, byte[] json) {
        try {
            JsonNode object = StrictJson.read(json);
            if (!object.isObject()) {
                throw new ProtocolException(
                        name + " is " + (object.isMissingNode() ? "empty" : show(object)) + "; expected a JSON object");
            }
            return new Fields(name, object);
        } catch (JacksonException e) {
            throw new ProtocolException(name + " is not JSON: " + JsonMistake.of(e));
        }
    }

    /** The fields of texts, such as the query of a URL; a text that is an integer, or true or false, in JSON is so here. */
    public static Fields ofTexts(String name, Map<String, String> texts) {
        ObjectNode object = StrictJson.NODES.objectNode();
        texts.forEach((field, text) -> {
            if (INTEGER.matcher(text).matches()) {
                object.put(field, Long.parseLong(text));
            } else if (text.equals("true") || text.equals("false")) {
                object.put(field, Boolean.parseBoolean(text));
            } else {
                object.put(field, text);
            }
        });
        return new Fields(name, object);
    }

    /** The names of all fields, in order, for objects whose names are the client's to choose. */
    public List<String> names() {
        return List.copyOf(object.propertyNames());
    }

    public <T> T required(String name, FieldKind<T> kind) {
        T value = optional(name, kind);
        if (value == null) {
            throw new ProtocolException(verb + ": \"" + name + "\" is missing; expected " + kind.expected());
        }
        return value;
    }

    /** The field's value, or null if it is not there. */
    public <T> T optional(String name, FieldKind<T> kind) {
        known.add(name);
        if (!isThere(name)) {
            return null;
        }
        JsonNode node = object.get(name);
        Optional<T> value = kind.reader().apply(node);
        if (value.isEmpty()) {
            throw new ProtocolException(verb + ": \"" + name + "\" is " + show(node) + "; expected " + kind.expected());
        }
        return value.get();
    }

    <T> T optional(String name, FieldKind<T> kind, T otherwise) {
        T value = optional(name, kind);
        return value == null ? otherwise : value;
    }

    /** Refuses two fields that say the same in different ways. */
    void notBoth(String one, String other) {
        if (isThere(one) && isThere(other)) {
            throw new ProtocolException(verb + ": \"" + one + "\" is " + show(object.get(one)) + " and \"" + other
                    + "\" is " + show(object.get(other)) + "; expected one of the two");
        }
    }

    private boolean isThere(String name) {
        JsonNode node = object.get(name);
        return node != null && !node.isNull();
    }

    /** Refuses fields that were not asked for: a misspelt option must not be an option silently ignored. */
    public void refuseOthers() {
        for (String name : object.propertyNames()) {
            if (!known.contains(name)) {
                throw new ProtocolException(verb + ": unknown field " + Excerpt.of(name) + " with the value "
                        + show(object.get(name)) + "; expected " + String.join(", ", known));
            }
        }
    }

    private static String show(JsonNode node) {
        return node.isString() ? Excerpt.of(node.stringValue()) : Excerpt.line(node.toString(), 60);
    }
}
