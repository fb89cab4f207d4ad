package asyfleet.queueserver.flow;

import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.queueserver.TaskUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks of this queue server that wait for news from Redis.
 *
 * <p>A wake-up names tasks; what their lists hold is then read for many of them in one round trip, one read at a time,
 * so under load reads grow larger and not more. A sweep reads all of them, for news that came without a wake-up.
 *
 * <p>Its state belongs to one thread, the {@code thread}; every public method hops to it. The maps hold as many entries
 * as there are clients, which the server bounds; wake-ups of tasks not known yet are kept for the last few thousand.
 */
public final class WaitingTasks {

    private static final Logger LOG = LoggerFactory.getLogger(WaitingTasks.class);

    /** A wake-up may come before the reply to the submission that it belongs to. */
    private static final int MOST_UNKNOWN = 4096;

    private final Executor thread;
    private final QueueServerStore store;

    private final Map<String, TaskFlow> waiting = new HashMap<>();
    private final Set<String> toRead = new LinkedHashSet<>();

    /** Tasks that were woken up and are not here yet, oldest first. */
    private final Set<String> unknown = new LinkedHashSet<>();

    private boolean reading;

    /** Whether the fleet has any backend, as far as is known. */
    private boolean backends = true;

    public WaitingTasks(Executor thread, QueueServerStore store) {
        this.thread = thread;
        this.store = store;
    }

    void enter(String id, TaskFlow task) {
        thread.execute(() -> {
            waiting.put(id, task);
            if (!backends) {
                task.withoutBackend();
            }
            if (unknown.remove(id)) {
                toRead.add(id);
                read();
            }
        });
    }

    void leave(String id) {
        thread.execute(() -> {
            waiting.remove(id);
            toRead.remove(id);
        });
    }

    /** These tasks have news, says Redis; most may belong to other queue servers. */
    public void wakeUp(List<String> ids) {
        thread.execute(() -> {
            for (String id : ids) {
                if (waiting.containsKey(id)) {
                    toRead.add(id);
                } else {
                    rememberUnknown(id);
                }
            }
            read();
        });
    }

    private void rememberUnknown(String id) {
        unknown.add(id);
        if (unknown.size() > MOST_UNKNOWN) {
            Iterator<String> oldest = unknown.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Looks at every task, for news without a wake-up. */
    public void sweep() {
        thread.execute(() -> {
            toRead.addAll(waiting.keySet());
            read();
        });
    }

    private void read() {
        if (reading || toRead.isEmpty()) {
            return;
        }
        reading = true;
        List<String> ids = takeChunk();
        store.readUpdates(ids)
                .whenComplete((updates, failure) -> thread.execute(() -> {
                    reading = false;
                    if (failure != null) {
                        LOG.warn("news unread tasks={} reason={}", ids.size(), failure.toString());
                        return; // the next sweep, at the latest after the reconnect, reads them
                    }
                    updates.forEach(this::tell);
                    read();
                }));
    }

    private List<String> takeChunk() {
        List<String> chunk = new ArrayList<>();
        Iterator<String> ids = toRead.iterator();
        while (ids.hasNext() && chunk.size() < QueueServerStore.MOST_PER_CALL) {
            chunk.add(ids.next());
            ids.remove();
        }
        return chunk;
    }

    private void tell(TaskUpdate update) {
        TaskFlow task = waiting.get(update.id());
        if (task != null) {
            task.news(update);
        }
    }

    /** Whether the fleet has any backend now; those who wait are told when that changes. */
    void backends(boolean some) {
        thread.execute(() -> {
            if (some == backends) {
                return;
            }
            backends = some;
            if (some) {
                LOG.info("a backend has joined waiting={}", waiting.size());
                waiting.values().forEach(TaskFlow::backendJoined);
            } else {
                LOG.warn("no backend in the fleet, tasks wait for one waiting={}", waiting.size());
                waiting.values().forEach(TaskFlow::withoutBackend);
            }
        });
    }

    /** No scheduler leads; tasks for which that lasts too long end. */
    void unscheduled() {
        thread.execute(() -> waiting.values().forEach(TaskFlow::unscheduled));
    }

    /** Keeps all tasks alive in Redis; those that it lost are told so. */
    public void renew() {
        thread.execute(() -> {
            List<String> ids = List.copyOf(waiting.keySet());
            for (int i = 0; i < ids.size(); i += QueueServerStore.MOST_PER_CALL) {
                renew(ids.subList(i, Math.min(ids.size(), i + QueueServerStore.MOST_PER_CALL)));
            }
        });
    }

    private void renew(List<String> ids) {
        store.renew(ids)
                .whenComplete((lost, failure) -> thread.execute(() -> {
                    if (failure != null) {
                        LOG.warn("tasks not renewed tasks={} reason={}", ids.size(), failure.toString());
                    } else {
                        forgotten(lost);
                    }
                }));
    }

    private void forgotten(Collection<String> ids) {
        for (String id : ids) {
            TaskFlow task = waiting.get(id);
            if (task != null) {
                task.forgotten(id);
            }
        }
    }
}
