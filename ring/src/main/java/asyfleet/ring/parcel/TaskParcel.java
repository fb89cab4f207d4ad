package asyfleet.ring.parcel;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.logging.LogFields;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.TaskRules;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A task of the fleet as the contents of a job: its files and options, which the protocol has no words for. */
public final class TaskParcel {

    /** The type of such a job. Runners of other programs do not know it, and say that they failed. */
    public static final String TYPE = ".task";

    private static final String FILE = "file";
    private static final String TASK = "task";
    private static final String TRACE = "trace";

    private TaskParcel() {}

    /**
     * @param id of the task in the fleet
     * @param trace its names in logs, if it has any
     * @param task not interactive: a ring has no way to type
     */
    public static byte[] encode(String id, Optional<TaskTrace> trace, ExecutionRequest task) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(TASK, id);
        trace.ifPresent(names -> fields.put(TRACE, names.toField()));
        fields.put("main", task.main().orElseThrow());
        fields.put("format", task.options().format().wire());
        fields.put("stderr", task.options().stderr().wire());
        fields.put("verbosity", Integer.toString(task.options().verbosity()));
        fields.putAll(task.options().picture().toTexts());
        fields.put("time", Long.toString(task.timeLimit().orElseThrow().toMillis()));
        List<Parcel.Part> parts = new ArrayList<>();
        task.files().forEach((name, contents) -> parts.add(new Parcel.Part(FILE, name, contents)));
        return new Parcel(fields, parts).encode();
    }

    /**
     * @param mostTime the runner's own limit, which a task can only stay under
     * @throws ProtocolException if this is no task that may run here; it is checked as that of any client
     */
    public static ExecutionRequest decode(byte[] bytes, Duration mostTime) {
        Parcel parcel = Parcel.decode(bytes).orElseThrow(() -> new ProtocolException("the job is no task"));
        Map<String, byte[]> files = new LinkedHashMap<>();
        parcel.parts().forEach(part -> files.put(part.name(), part.bytes()));
        TaskOptions options = options(parcel.fields());
        Optional<String> named = Optional.ofNullable(parcel.fields().get("main"));
        Optional<String> main =
                TaskRules.withAnyTimeout(TaskLimits.withinFleet()).checkTask(files, named, options);
        return new ExecutionRequest(files, main, options, Optional.of(time(parcel.fields(), mostTime)));
    }

    /** The names of the task on each log line about it, as a backend writes them. */
    public static LogFields names(byte[] bytes) {
        Map<String, String> parcel = Parcel.decode(bytes).map(Parcel::fields).orElse(Map.of());
        Map<String, String> names = new LinkedHashMap<>();
        Optional.ofNullable(parcel.get(TASK)).ifPresent(id -> names.put("task", id));
        TaskTrace.ofField(parcel.getOrDefault(TRACE, ""))
                .map(TaskTrace::logFields)
                .ifPresent(names::putAll);
        return () -> names;
    }

    private static TaskOptions options(Map<String, String> fields) {
        String verbosity = fields.getOrDefault("verbosity", "0");
        return new TaskOptions(
                false,
                null,
                Format.ofWire(fields.getOrDefault("format", "")).orElse(Format.SVG),
                StderrMode.ofWire(fields.getOrDefault("stderr", "")).orElse(StderrMode.STDOUT),
                verbosity.matches("[0-3]") ? Integer.parseInt(verbosity) : 0,
                PictureOptions.ofTexts(fields::get));
    }

    private static Duration time(Map<String, String> fields, Duration most) {
        String millis = fields.getOrDefault("time", "");
        Duration asked = millis.matches("[0-9]{1,9}") ? Duration.ofMillis(Long.parseLong(millis)) : most;
        return asked.compareTo(most) < 0 ? asked : most;
    }
}
