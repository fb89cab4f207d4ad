package asyfleet.protocol.task.codec;

import asyfleet.protocol.wire.WireName;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The kind of value that a field of a message may hold.
 *
 * @param expected in words, for the error
 * @param reader the value, or empty if the JSON does not fit; never throws
 */
public record FieldKind<T>(String expected, Function<JsonNode, Optional<T>> reader) {

    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

    static final FieldKind<Boolean> FLAG = new FieldKind<>("true or false", JsonNode::booleanValueOpt);

    public static final FieldKind<String> TEXT = new FieldKind<>("a string", JsonNode::stringValueOpt);

    /** A text that becomes a file: an unpaired surrogate has no bytes in UTF-8 and would silently become a "?". */
    public static final FieldKind<byte[]> SOURCE =
            new FieldKind<>("a string without unpaired surrogates (\\ud800 to \\udfff)", node -> node.stringValueOpt()
                    .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
                    .map(text -> text.getBytes(StandardCharsets.UTF_8)));

    /** The contents of a file: such a text, or an object that has any bytes in base64. */
    public static final FieldKind<byte[]> CONTENTS = new FieldKind<>(
            SOURCE.expected + ", or {\"base64\": \"...\"}",
            node -> node.isObject() && node.size() == 1
                    ? node.path("base64").stringValueOpt().flatMap(FieldKind::decoded)
                    : SOURCE.reader.apply(node));

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** An object, whose own fields are then taken by name; errors in them begin with the given name. */
    public static FieldKind<Fields> object(String name, String expected) {
        return new FieldKind<>(
                expected, node -> Optional.of(node).filter(JsonNode::isObject).map(object -> new Fields(name, object)));
    }

    /** Read in either case, kept in lower case: hashes are compared and used as keys. */
    static final FieldKind<String> HASH =
            new FieldKind<>("the SHA-256 of the contents, 64 hex digits", node -> node.stringValueOpt()
                    .filter(text -> SHA256.matcher(text).matches())
                    .map(text -> text.toLowerCase(Locale.ROOT)));

    static final FieldKind<Long> COUNT = number(0, Long.MAX_VALUE, "an integer, 0 or more");

    static final FieldKind<Long> ANY_NUMBER = number(Long.MIN_VALUE, Long.MAX_VALUE, "an integer");

    static <E extends Enum<E> & WireName> FieldKind<E> oneOf(Class<E> type) {
        return new FieldKind<>(
                WireName.choices(type), node -> node.stringValueOpt().flatMap(text -> WireName.find(type, text)));
    }

    /** Different constants, in an array or, as in a URL, with commas between them. */
    static <E extends Enum<E> & WireName> FieldKind<List<E>> several(Class<E> type) {
        return new FieldKind<>("different ones of " + WireName.choices(type), node -> constants(type, names(node)));
    }

    private static List<String> names(JsonNode node) {
        return node.isArray()
                ? node.valueStream().map(one -> one.stringValueOpt().orElse("")).toList()
                : node.stringValueOpt()
                        .map(text -> List.of(text.split(",", -1)))
                        .orElse(List.of());
    }

    private static <E extends Enum<E> & WireName> Optional<List<E>> constants(Class<E> type, List<String> names) {
        List<E> found = names.stream()
                .flatMap(name -> WireName.find(type, name).stream())
                .distinct()
                .toList();
        return found.isEmpty() || found.size() < names.size() ? Optional.empty() : Optional.of(found);
    }

    static FieldKind<Integer> integer(int min, int max, String expected) {
        return number(min, max, expected).map(Math::toIntExact);
    }

    private static FieldKind<Long> number(long min, long max, String expected) {
        return new FieldKind<>(expected, node -> Optional.of(node)
                .filter(number -> number.isIntegralNumber() && number.canConvertToLong())
                .map(JsonNode::longValue)
                .filter(value -> value >= min && value <= max));
    }

    private <U> FieldKind<U> map(Function<T, U> change) {
        return new FieldKind<>(expected, node -> reader.apply(node).map(change));
    }
}
