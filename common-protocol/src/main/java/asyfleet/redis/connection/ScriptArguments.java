package asyfleet.redis.connection;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The ARGV of one script call, put together in order. Used by one thread. */
public final class ScriptArguments {

    private final List<byte[]> values = new ArrayList<>();

    public ScriptArguments add(String value) {
        values.add(value.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public ScriptArguments add(long value) {
        return add(Long.toString(value));
    }

    public ScriptArguments add(byte[] value) {
        values.add(value);
        return this;
    }

    public ScriptArguments addAll(Iterable<String> strings) {
        strings.forEach(this::add);
        return this;
    }

    public ScriptArguments addSeconds(Duration duration) {
        return add(Seconds.format(duration));
    }

    public byte[][] toArray() {
        return values.toArray(byte[][]::new);
    }
}
