package asyfleet.protocol.wire;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** An enum constant that has a name of its own on the wire. */
public interface WireName {

    /** The name as it stands in JSON. */
    String wire();

    /** The constant of that exact name; names are case-sensitive, as everything in JSON is. */
    static <E extends Enum<E> & WireName> Optional<E> find(Class<E> type, String wire) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.wire().equals(wire))
                .findFirst();
    }

    /** All names, for the "expected" half of an error: {@code "stdout" or "separate"}. */
    static <E extends Enum<E> & WireName> String choices(Class<E> type) {
        String all = Arrays.stream(type.getEnumConstants())
                .map(constant -> '"' + constant.wire() + '"')
                .collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return last < 0 ? all : all.substring(0, last) + " or " + all.substring(last + 2);
    }
}
