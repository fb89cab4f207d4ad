package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.wire.FrameGatherer.Expected;
import java.util.HashMap;
import java.util.Map;

/**
 * How much a client has uploaded on its connection, so that a limit is enforced before the bytes that would break it
 * are gathered. A file added again, as after {@code missing}, takes its own place. Confined to the channel's event
 * loop.
 */
final class Uploads {

    private final TaskLimits.Files limits;
    private final Map<String, Integer> sizes = new HashMap<>();
    private int total;

    Uploads(TaskLimits.Files limits) {
        this.limits = limits;
    }

    /** Announces a file and says how long its contents may be. */
    Expected announce(String name) {
        if (!sizes.containsKey(name) && sizes.size() >= limits.maxFiles()) {
            throw new ProtocolException("too many files: \"" + name + "\" is number " + (sizes.size() + 1)
                    + "; expected at most " + limits.maxFiles());
        }
        int others = total - sizes.getOrDefault(name, 0);
        return limits.maxTotalBytes() - others < limits.maxFileBytes()
                ? new Expected("the contents of all files with " + name, others, limits.maxTotalBytes())
                : new Expected("the contents of " + name, limits.maxFileBytes());
    }

    /** Counts a file that has come. */
    void count(String name, int bytes) {
        Integer before = sizes.put(name, bytes);
        total += bytes - (before == null ? 0 : before);
    }
}
