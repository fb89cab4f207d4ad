package asyfleet.redis.schema;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.connection.Seconds;
import asyfleet.trace.TaskTrace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A task as {@code task:ID} describes it. A task of another program may lack a field, which then
 * has its default. It may hold nonsense in it: this counts as the default, too, so that whoever only counts or removes the
 * task can go on; a slot refuses it, see {@link TaskFields}.
 *
 * @param options what the client asked for
 * @param main name of the file to run, empty for an interactive task without one
 * @param priority 2 WebSocket, 1 HTTP, 0 batch
 * @param server the queue server whose client waits, empty if unknown
 * @param caller the name of the one whom the task counts for, never a token; empty if unknown
 * @param ahead whether it goes ahead of the queue, because it was accepted before and lost its backend
 * @param avoid the backend processes that it was lost on
 * @param trace its names in logs and traces
 */
public record TaskRecord(
        TaskOptions options,
        String main,
        int priority,
        String server,
        String caller,
        boolean ahead,
        Set<String> avoid,
        Optional<TaskTrace> trace) {

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}([.][0-9]*)?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    /** A task without a name in logs and traces. */
    public TaskRecord(
            TaskOptions options,
            String main,
            int priority,
            String server,
            String caller,
            boolean ahead,
            Set<String> avoid) {
        this(options, main, priority, server, caller, ahead, avoid, Optional.empty());
    }

    /** Such a task that was lost nowhere. */
    public TaskRecord(TaskOptions options, String main, int priority, String server, String caller, boolean ahead) {
        this(options, main, priority, server, caller, ahead, Set.of());
    }

    public TaskRecord withTrace(TaskTrace names) {
        return new TaskRecord(options, main, priority, server, caller, ahead, avoid, Optional.of(names));
    }

    public Map<String, String> toHash() {
        Map<String, String> hash = new LinkedHashMap<>();
        if (options.timeoutMillis() != null) {
            hash.put("duration", Seconds.format(Duration.ofMillis(options.timeoutMillis())));
        }
        hash.put("interactive", Boolean.toString(options.interactive()));
        hash.put("format", options.format().wire());
        hash.put("stderr", options.stderr().wire());
        hash.put("verbosity", Integer.toString(options.verbosity()));
        hash.putAll(options.picture().toTexts());
        hash.put("main", main);
        hash.put("priority", Integer.toString(priority));
        hash.put("server", server);
        if (!caller.isEmpty()) {
            hash.put("caller", caller);
        }
        if (ahead) {
            hash.put("ahead", "true");
        }
        if (!avoid.isEmpty()) {
            hash.put("avoid", String.join(" ", avoid));
        }
        trace.ifPresent(names -> hash.put("trace", names.toField()));
        return hash;
    }

    public static TaskRecord fromHash(Map<String, byte[]> hash) {
        TaskOptions options = new TaskOptions(
                Boolean.parseBoolean(field(hash, "interactive", "false")),
                duration(hash),
                Format.ofWire(field(hash, "format", "svg")).orElse(Format.SVG),
                StderrMode.ofWire(field(hash, "stderr", "stdout")).orElse(StderrMode.STDOUT),
                number(hash, "verbosity"),
                PictureOptions.ofTexts(name -> field(hash, name, null)));
        return new TaskRecord(
                options,
                field(hash, "main", ""),
                number(hash, "priority"),
                field(hash, "server", ""),
                field(hash, "caller", ""),
                Boolean.parseBoolean(field(hash, "ahead", "false")),
                processes(hash.get("avoid")),
                TaskTrace.ofField(field(hash, "trace", "")));
    }

    /**
     * The names of processes in a field {@code avoid}, of a task or of its entry in the stream.
     *
     * @param field null if there is none
     */
    public static Set<String> processes(byte[] field) {
        return field == null ? Set.of() : Set.copyOf(List.of(new String(field, StandardCharsets.UTF_8).split(" ")));
    }

    private static Integer duration(Map<String, byte[]> hash) {
        String text = field(hash, "duration", "");
        return SECONDS.matcher(text).matches() ? (int) Seconds.parse(text).toMillis() : null;
    }

    private static int number(Map<String, byte[]> hash, String name) {
        String text = field(hash, name, "0");
        return NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
    }

    private static String field(Map<String, byte[]> hash, String name, String ifAbsent) {
        byte[] value = hash.get(name);
        return value == null ? ifAbsent : new String(value, StandardCharsets.UTF_8);
    }
}
