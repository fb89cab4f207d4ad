package asyfleet.queueserver.flow;

import asyfleet.protocol.task.Absence;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.queueserver.TaskUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks of this queue server that wait for news from Redis.
 *
 * <p>Most news comes with the wake-up itself. A wake-up that only names tasks has their lists read, for many of them in one
 * round trip, one read at a time, so under load reads grow larger and not more. A sweep reads all of them, for news that
 * came without a wake-up.
 *
 * <p>For any thread: its state is guarded by itself, and nobody is told anything meanwhile. A thread of its own would cost
 * each task three wake-ups more, for steps that take less time than a wake-up. The maps hold as many entries as there are
 * clients, which the server bounds; news of tasks not known yet is kept for the last few thousand.
 */
public final class WaitingTasks {

    private static final Logger LOG = LoggerFactory.getLogger(WaitingTasks.class);

    /** News may come before the reply to the submission that it belongs to. */
    private static final int MOST_UNKNOWN = 4096;

    private final QueueServerStore store;

    private final Map<String, TaskFlow> waiting = new HashMap<>();
    private final Set<String> toRead = new LinkedHashSet<>();

    /** News of tasks that are not here yet, oldest first. */
    private final Map<String, TaskUpdate> unknown = new LinkedHashMap<>();

    private boolean reading;

    /** The parts that the fleet has none of, as far as is known. */
    private Set<Absence> absent = Set.of();

    public WaitingTasks(QueueServerStore store) {
        this.store = store;
    }

    void enter(String id, TaskFlow task) {
        TaskUpdate missed;
        Set<Absence> without;
        synchronized (this) {
            waiting.put(id, task);
            without = absent;
            missed = unknown.remove(id);
        }
        if (!without.isEmpty()) {
            task.without(without);
        }
        if (missed != null) {
            wakeUp(List.of(missed));
        }
    }

    synchronized void leave(String id) {
        waiting.remove(id);
        toRead.remove(id);
    }

    /** These tasks have news, says Redis; most may belong to other queue servers. */
    public void wakeUp(List<TaskUpdate> updates) {
        for (TaskUpdate update : updates) {
            TaskFlow told = toTell(update);
            if (told != null) {
                told.news(update);
            }
        }
        read();
    }

    /** The task that can be told at once; null if there is none. */
    private synchronized TaskFlow toTell(TaskUpdate update) {
        TaskFlow task = waiting.get(update.id());
        if (task == null) {
            rememberUnknown(update);
        } else if (update.isUntold()) {
            toRead.add(update.id());
            return null;
        }
        return task;
    }

    private void rememberUnknown(TaskUpdate update) {
        unknown.merge(update.id(), update, TaskUpdate::then);
        if (unknown.size() > MOST_UNKNOWN) {
            Iterator<String> oldest = unknown.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Looks at every task, for news without a wake-up. */
    public void sweep() {
        synchronized (this) {
            toRead.addAll(waiting.keySet());
        }
        read();
    }

    private void read() {
        List<String> ids = takeChunk();
        if (ids.isEmpty()) {
            return;
        }
        store.readUpdates(ids).whenComplete((updates, failure) -> {
            endRead();
            if (failure != null) {
                LOG.warn("news unread tasks={} reason={}", ids.size(), failure.toString());
                return; // the next sweep, at the latest after the reconnect, reads them
            }
            updates.forEach(this::tell);
            read();
        });
    }

    /** The tasks to read next; empty while a read is under way. */
    private synchronized List<String> takeChunk() {
        List<String> chunk = new ArrayList<>();
        Iterator<String> ids = toRead.iterator();
        while (!reading && ids.hasNext() && chunk.size() < QueueServerStore.MOST_PER_CALL) {
            chunk.add(ids.next());
            ids.remove();
        }
        reading = reading || !chunk.isEmpty();
        return chunk;
    }

    private synchronized void endRead() {
        reading = false;
    }

    private void tell(TaskUpdate update) {
        TaskFlow task = find(update.id());
        if (task != null) {
            task.news(update);
        }
    }

    private synchronized TaskFlow find(String id) {
        return waiting.get(id);
    }

    private synchronized List<TaskFlow> all() {
        return List.copyOf(waiting.values());
    }

    /** @return whether that has changed */
    private synchronized boolean set(Absence absence, boolean some) {
        Set<Absence> now = EnumSet.noneOf(Absence.class);
        now.addAll(absent);
        boolean changed = some ? now.remove(absence) : now.add(absence);
        absent = Set.copyOf(now);
        return changed;
    }

    private synchronized Set<Absence> absent() {
        return absent;
    }

    /** Whether the fleet has any backend now; those who wait are told when that changes. */
    void backends(boolean some) {
        if (!set(Absence.BACKENDS, some)) {
            return;
        }
        List<TaskFlow> tasks = all();
        if (some) {
            LOG.info("a backend has joined waiting={}", tasks.size());
        } else {
            LOG.warn("no backend in the fleet, tasks wait for one waiting={}", tasks.size());
        }
        tellAbsent(tasks);
    }

    /** Whether a scheduler leads now; those who wait are told when that changes, and end if it lasts too long. */
    void scheduler(boolean leads) {
        List<TaskFlow> tasks = all();
        if (set(Absence.SCHEDULERS, leads)) {
            if (leads) {
                LOG.info("a scheduler leads again waiting={}", tasks.size());
            } else {
                LOG.warn("no scheduler leads, tasks wait for one waiting={}", tasks.size());
            }
            tellAbsent(tasks);
        }
        if (!leads) {
            tasks.forEach(TaskFlow::unscheduled);
        }
    }

    private void tellAbsent(List<TaskFlow> tasks) {
        Set<Absence> now = absent();
        tasks.forEach(task -> task.without(now));
    }

    /** Keeps all tasks alive in Redis; those that it lost are told so. */
    public void renew() {
        List<String> ids = ids();
        for (int i = 0; i < ids.size(); i += QueueServerStore.MOST_PER_CALL) {
            renew(ids.subList(i, Math.min(ids.size(), i + QueueServerStore.MOST_PER_CALL)));
        }
    }

    private synchronized List<String> ids() {
        return List.copyOf(waiting.keySet());
    }

    private void renew(List<String> ids) {
        store.renew(ids).whenComplete((lost, failure) -> {
            if (failure != null) {
                LOG.warn("tasks not renewed tasks={} reason={}", ids.size(), failure.toString());
            } else {
                forgotten(lost);
            }
        });
    }

    private void forgotten(Collection<String> ids) {
        for (String id : ids) {
            TaskFlow task = find(id);
            if (task != null) {
                task.forgotten(id);
            }
        }
    }
}
