package asyfleet.scheduler.loop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The table of all tasks that wait or run, by ID and by the queue server whose client waits for it. Holds as many as
 * the core. Owned by the loop's thread.
 */
final class TaskTable {

    private final Map<String, Entry> tasks = new HashMap<>();
    private final Map<String, Set<String>> byServer = new HashMap<>();

    void put(TrackedTask task, boolean recovered) {
        tasks.put(task.task().id(), new Entry(task, recovered));
        if (!task.server().isEmpty()) {
            byServer.computeIfAbsent(task.server(), server -> new HashSet<>())
                    .add(task.task().id());
        }
    }

    Optional<Entry> find(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    Optional<Entry> remove(String id) {
        Entry entry = tasks.remove(id);
        if (entry != null) {
            byServer.computeIfPresent(entry.server(), (server, ids) -> without(ids, id));
        }
        return Optional.ofNullable(entry);
    }

    Collection<String> servers() {
        return List.copyOf(byServer.keySet());
    }

    Collection<String> tasksOf(String server) {
        return new ArrayList<>(byServer.getOrDefault(server, Set.of()));
    }

    private static Set<String> without(Set<String> ids, String id) {
        ids.remove(id);
        return ids.isEmpty() ? null : ids;
    }

    /** A task of the table. Owned by the loop's thread, too. */
    static final class Entry {

        private final TrackedTask task;
        private final boolean recovered;
        private FirstEstimate firstEstimate;

        /** The first estimate that a client was told: how long it would still wait, and when it was told so. */
        record FirstEstimate(long atMillis, long waitMillis) {}

        Entry(TrackedTask task, boolean recovered) {
            this.task = task;
            this.recovered = recovered;
        }

        TrackedTask task() {
            return task;
        }

        String server() {
            return task.server();
        }

        /** Whether it comes from an earlier term, so that when it started is not known exactly. */
        boolean recovered() {
            return recovered;
        }

        /** Does nothing if there is one already. It is kept to be compared with the true wait. */
        void keepFirstEstimate(long atMillis, long waitMillis) {
            if (firstEstimate == null) {
                firstEstimate = new FirstEstimate(atMillis, waitMillis);
            }
        }

        Optional<FirstEstimate> firstEstimate() {
            return Optional.ofNullable(firstEstimate);
        }
    }
}
