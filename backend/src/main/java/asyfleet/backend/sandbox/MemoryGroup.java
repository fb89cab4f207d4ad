package asyfleet.backend.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control group of one cell. The kernel counts everything there: memory of processes, shared or not, files in memory,
 * buffers of sockets and pipes, page tables, its own tables. When that is too much and nothing can be given back, it kills
 * the whole cell at once.
 *
 * <p>Files of the work directory are in memory, so the bound is the limit on memory plus the one on files. Below that,
 * {@link Usage} is what a task is judged by, so that verdicts are the same everywhere.
 */
final class MemoryGroup implements Closeable {

    static final String NAME = "cell-";

    private static final Logger LOG = LoggerFactory.getLogger(MemoryGroup.class);

    private static final String MOST = "memory.max";

    /** bubblewrap is there too, and what it was started by. */
    private static final int OUTSIDE = 8;

    /** 0 means the process that writes it. */
    private static final String JOIN = "echo 0 >\"$1\" && shift && exec \"$@\"";

    private final ControlGroup group;

    MemoryGroup(ControlGroup group) {
        this.group = group;
    }

    static MemoryGroup create(ControlGroup parent, SandboxLimits limits) throws IOException {
        ControlGroup group = parent.newChild(NAME);
        try {
            group.set(MOST, Long.toString(limits.memoryBytes() + limits.diskBytes()));
            // A kernel without swap does not offer it.
            group.setIfOffered("memory.swap.max", "0");
            group.set("memory.oom.group", "1");
            group.setIfOffered("pids.max", Integer.toString(limits.hardProcesses() + OUTSIDE));
            return new MemoryGroup(group);
        } catch (IOException e) {
            group.remove();
            throw e;
        }
    }

    /** Runs the rest of the command line in this group, from its first instruction on. */
    List<String> command() {
        return List.of("sh", "-c", JOIN, "sh", group.entrance().toString());
    }

    /** Takes in what was started elsewhere. What it used until now counts where it was. */
    void take(List<Usage.Running> processes) {
        for (Usage.Running process : processes) {
            try {
                group.take(Long.toString(process.pid()));
            } catch (IOException e) {
                // If it lives, it is watched like all others.
                LOG.warn("process is not in its control group pid={} reason={}", process.pid(), e.toString());
            }
        }
    }

    /** The most that was used if the kernel ended the cell for it, else nothing. */
    OptionalLong fatalBytes() {
        try {
            if (group.number("memory.events", "oom_kill ").orElse(0L) == 0) {
                return OptionalLong.empty();
            }
            return OptionalLong.of(group.number(group.has("memory.peak") ? "memory.peak" : MOST, "")
                    .orElse(0L));
        } catch (IOException e) {
            LOG.warn("control group cannot be read group={}", group.path(), e);
            return OptionalLong.empty();
        }
    }

    /** Removes it. If a process is still in it, the next start does. */
    @Override
    public void close() {
        try {
            group.remove();
        } catch (IOException e) {
            LOG.warn("control group is left group={} reason={}", group.path(), e.toString());
        }
    }
}
