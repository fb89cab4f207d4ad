package asyfleet.protocol.task;

import asyfleet.protocol.wire.SizeLimit;
import java.util.HashMap;
import java.util.Map;

/**
 * The names and sizes of the files of one task so far. Each is checked before its bytes are taken, so that nobody can
 * make a server hold more than the limits. A file that comes again, as after {@code missing}, takes its own place.
 * Confined to one thread.
 */
public final class TaskFiles {

    private final TaskLimits.Files limits;
    private final Map<String, Integer> sizes = new HashMap<>();
    private int total;

    public TaskFiles(TaskLimits.Files limits) {
        this.limits = limits;
    }

    /**
     * Announces a file.
     *
     * @return how long its contents may be
     * @throws ProtocolException if its name is bad, or there are too many
     */
    public SizeLimit announce(String name, boolean main) {
        FileNames.check(name, main, limits);
        if (!sizes.containsKey(name) && sizes.size() >= limits.maxFiles()) {
            throw new TooLargeException("too many files: \"" + name + "\" is number " + (sizes.size() + 1)
                    + "; expected at most " + limits.maxFiles());
        }
        int others = total - sizes.getOrDefault(name, 0);
        return limits.maxTotalBytes() - others < limits.maxFileBytes() ? limits.ofAll(others) : limits.ofOne(name);
    }

    /** Counts a file that was announced and has come. */
    public void count(String name, int bytes) {
        Integer before = sizes.put(name, bytes);
        total += bytes - (before == null ? 0 : before);
    }

    /** Announces and counts a file whose contents are there already. */
    void add(String name, boolean main, int bytes) {
        SizeLimit limit = announce(name, main);
        if (!limit.allows(bytes)) {
            throw new TooLargeException(limit.excess(bytes, true));
        }
        count(name, bytes);
    }
}
