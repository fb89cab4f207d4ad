package asyfleet.queueserver.delivery;

import asyfleet.redis.queueserver.ReadUpdates;
import asyfleet.redis.queueserver.RenewTasks;
import asyfleet.redis.queueserver.TaskUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All tasks of this queue server that wait for news from Redis.
 *
 * <p>A wake-up names tasks; what their lists hold is then read for many of them in one round trip, one read at a time,
 * so under load reads grow larger and not more. A sweep reads all of them, for news that came without a wake-up.
 *
 * <p>Its state belongs to one thread, the {@code desk}; every public method hops to it. The maps hold as many entries as
 * there are clients, which the server bounds; wake-ups of tasks not known yet are kept for the last few thousand.
 */
public final class WaitingTasks {

    private static final Logger LOG = LoggerFactory.getLogger(WaitingTasks.class);

    /** A wake-up may come before the reply to the submission that it belongs to. */
    private static final int EARLY_WAKE_UPS = 4096;

    private final Executor desk;
    private final Function<List<String>, CompletionStage<List<TaskUpdate>>> readUpdates;
    private final Function<List<String>, CompletionStage<List<String>>> renewTasks;

    private final Map<String, TaskFlow> waiting = new HashMap<>();
    private final Set<String> toRead = new LinkedHashSet<>();
    private final Set<String> early = new LinkedHashSet<>();
    private boolean reading;

    public WaitingTasks(Executor desk, ReadUpdates readUpdates, RenewTasks renewTasks) {
        this(desk, readUpdates::run, renewTasks::run);
    }

    WaitingTasks(
            Executor desk,
            Function<List<String>, CompletionStage<List<TaskUpdate>>> readUpdates,
            Function<List<String>, CompletionStage<List<String>>> renewTasks) {
        this.desk = desk;
        this.readUpdates = readUpdates;
        this.renewTasks = renewTasks;
    }

    void enter(String id, TaskFlow task) {
        desk.execute(() -> {
            waiting.put(id, task);
            if (early.remove(id)) {
                toRead.add(id);
                read();
            }
        });
    }

    void leave(String id) {
        desk.execute(() -> {
            waiting.remove(id);
            toRead.remove(id);
        });
    }

    /** These tasks have news, says Redis; most may belong to other queue servers. */
    public void wakeUp(List<String> ids) {
        desk.execute(() -> {
            for (String id : ids) {
                if (waiting.containsKey(id)) {
                    toRead.add(id);
                } else {
                    rememberEarly(id);
                }
            }
            read();
        });
    }

    private void rememberEarly(String id) {
        early.add(id);
        if (early.size() > EARLY_WAKE_UPS) {
            Iterator<String> oldest = early.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Looks at every task, for news without a wake-up. */
    public void sweep() {
        desk.execute(() -> {
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
        readUpdates
                .apply(ids)
                .whenComplete((updates, failure) -> desk.execute(() -> {
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
        while (ids.hasNext() && chunk.size() < ReadUpdates.MOST_PER_CALL) {
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

    /** No scheduler leads; tasks for which that lasts too long end. */
    void unscheduled() {
        desk.execute(() -> waiting.values().forEach(TaskFlow::unscheduled));
    }

    /** Keeps all tasks alive in Redis; those that it lost are told so. */
    public void renew() {
        desk.execute(() -> {
            List<String> ids = List.copyOf(waiting.keySet());
            for (int i = 0; i < ids.size(); i += ReadUpdates.MOST_PER_CALL) {
                renew(ids.subList(i, Math.min(ids.size(), i + ReadUpdates.MOST_PER_CALL)));
            }
        });
    }

    private void renew(List<String> ids) {
        renewTasks
                .apply(ids)
                .whenComplete((lost, failure) -> desk.execute(() -> {
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
