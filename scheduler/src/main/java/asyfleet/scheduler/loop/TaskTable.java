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

    private final Map<String, TaskTableEntry> tasks = new HashMap<>();
    private final Map<String, Set<String>> byServer = new HashMap<>();

    void put(TrackedTask task, boolean recovered) {
        tasks.put(task.task().id(), new TaskTableEntry(task, recovered));
        if (!task.server().isEmpty()) {
            byServer.computeIfAbsent(task.server(), server -> new HashSet<>())
                    .add(task.task().id());
        }
    }

    Optional<TaskTableEntry> find(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    Optional<TaskTableEntry> remove(String id) {
        TaskTableEntry entry = tasks.remove(id);
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
}
