package asyfleet.queueserver.task;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.schema.TaskRecord;
import java.util.Map;
import java.util.Set;

/**
 * A task as a door of the queue server takes it, checked. The contents are kept until the task ends, because it is
 * submitted again when its backend is lost.
 *
 * @param files name to contents
 * @param main name of the file to run, empty for an interactive task without one
 * @param priority of the {@link Door}
 */
public record TaskRequest(Map<String, byte[]> files, String main, TaskOptions options, int priority) {

    public TaskRequest {
        files = Map.copyOf(files);
        if (!main.isEmpty() && !files.containsKey(main)) {
            throw new IllegalArgumentException("main file '" + main + "' is not among the files " + files.keySet());
        }
    }

    /** Of all files together. */
    public long totalBytes() {
        return files.values().stream().mapToLong(contents -> contents.length).sum();
    }

    /** The task as it stands in Redis; the parameters are those of {@link TaskRecord}. */
    public TaskRecord toRecord(String server, String caller, boolean ahead, Set<String> avoid) {
        return new TaskRecord(options, main, priority, server, caller, ahead, avoid);
    }
}
