package asyfleet.redis.connection;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reader of the nested lists that scripts return: integers as {@link Long}, strings as bytes, arrays as lists. */
public final class Reply {

    private Reply() {}

    public static String text(Object value) {
        return new String((byte[]) value, StandardCharsets.UTF_8);
    }

    public static long integer(Object value) {
        return value instanceof Long number ? number : Long.parseLong(text(value));
    }

    @SuppressWarnings("unchecked") // an array of a script is always decoded as a list of objects
    public static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    public static List<String> texts(Object value) {
        return list(value).stream().map(Reply::text).toList();
    }

    /** A flat {name, value, ...} array, in its order. */
    public static Map<String, byte[]> map(Object value) {
        List<Object> flat = list(value);
        Map<String, byte[]> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            map.put(text(flat.get(i)), (byte[]) flat.get(i + 1));
        }
        return map;
    }
}
