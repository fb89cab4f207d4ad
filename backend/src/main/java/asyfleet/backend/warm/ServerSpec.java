package asyfleet.backend.warm;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A program that can wait for tasks.
 *
 * @param arguments its name and its arguments, exactly as a task starts it
 * @param gate the first file of a task that it looks for, where it waits
 */
record ServerSpec(List<String> arguments, String gate) {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    ServerSpec {
        arguments = List.copyOf(arguments);
    }

    static ServerSpec waitingFor(String gate, String... arguments) {
        return new ServerSpec(List.of(arguments), gate);
    }

    String program() {
        return arguments.get(0);
    }

    /**
     * The address by which its copies are found inside a cell. A stand-in computes it from the arguments that it was
     * started with:
     * FNV-1a over them, each with a zero byte after it; stand_in.c does the same.
     */
    String address() {
        long hash = FNV_OFFSET;
        for (String argument : arguments) {
            for (byte each : (argument + "\0").getBytes(StandardCharsets.UTF_8)) {
                hash = (hash ^ (each & 0xff)) * FNV_PRIME;
            }
        }
        return String.format("%016x", hash);
    }
}
