package asyfleet.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The ARGV of one script call, put together in order. Used by one thread. */
final class ScriptArguments {

    private final List<byte[]> values = new ArrayList<>();

    ScriptArguments add(String value) {
        values.add(value.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    ScriptArguments add(long value) {
        return add(Long.toString(value));
    }

    ScriptArguments add(byte[] value) {
        values.add(value);
        return this;
    }

    ScriptArguments addAll(Iterable<String> strings) {
        strings.forEach(this::add);
        return this;
    }

    ScriptArguments addSeconds(Duration duration) {
        return add(Seconds.format(duration));
    }

    byte[][] toArray() {
        return values.toArray(byte[][]::new);
    }
}
