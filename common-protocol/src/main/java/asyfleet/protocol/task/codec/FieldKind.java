package asyfleet.protocol.task.codec;

import asyfleet.protocol.wire.WireName;
import java.nio.charset.StandardCharsets;
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
