package asyfleet.client.connect;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files of a task.
 *
 * @param files name → contents; the arrays must not change any more
 * @param main the one to run; empty for a shell that runs none
 */
public record TaskSources(Map<String, byte[]> files, String main) {

    private static final String SINGLE = "main.asy";

    /** A shell that runs no file first. */
    public static final TaskSources NONE = new TaskSources(Map.of(), "");

    public TaskSources {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        if (!main.isEmpty() && !files.containsKey(main)) {
            throw new IllegalArgumentException("main file " + main + " is not among " + files.keySet());
        }
    }

    /** A program in one file. */
    public static TaskSources of(String program) {
        return new TaskSources(Map.of(SINGLE, program.getBytes(StandardCharsets.UTF_8)), SINGLE);
    }
}
