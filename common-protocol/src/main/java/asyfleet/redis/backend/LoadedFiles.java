package asyfleet.redis.backend;

import asyfleet.redis.schema.RemoveTask;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The tasks of this process whose files are in memory and may still be in Redis. Most tasks end so soon that their queue
 * server removes all their keys at once, so files are removed only of those that go on. For any thread; it holds at most
 * one task for each slot.
 */
final class LoadedFiles {

    private final RemoveTask remove;
    private final Set<String> tasks = new LinkedHashSet<>();

    LoadedFiles(RemoveTask remove) {
        this.remove = remove;
    }

    synchronized void add(String task) {
        tasks.add(task);
    }

    /** The task has ended. */
    synchronized void leave(String task) {
        tasks.remove(task);
    }

    void remove() {
        List<String> all = takeAll();
        if (!all.isEmpty()) {
            remove.filesOf(all);
        }
    }

    private synchronized List<String> takeAll() {
        List<String> all = List.copyOf(tasks);
        tasks.clear();
        return all;
    }
}
