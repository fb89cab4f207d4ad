package asyfleet.queueserver.supersede;

import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.reuse.Sessions;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The layer in which a newer task of a session that its client names replaces the older one, wherever in the fleet that
 * waits or runs. Names of different callers are apart.
 *
 * <p>Tasks live on many event loops, hence the concurrent map; it holds as many as this server has tasks with a
 * session.
 */
public final class Superseding implements TaskLayer, AutoCloseable {

    private final String server;
    private final Sessions sessions;
    private final Counter superseded;
    private final Map<String, SupersedableTask> tasks = new ConcurrentHashMap<>();

    /** Names the tasks of this server, begun on many event loops. */
    private final AtomicLong count = new AtomicLong();

    /**
     * Subscribes; blocks meanwhile.
     *
     * @param server ID of this queue server's lease
     */
    public Superseding(Redis redis, String server, Counter superseded) {
        this.server = server;
        this.superseded = superseded;
        this.sessions = Sessions.open(redis, this::superseded);
    }

    /** The count of the tasks that the layers of all shards superseded. */
    public static Counter counter(PrometheusRegistry registry) {
        return Counter.builder()
                .name("asyfleet_tasks_superseded_total")
                .help("Tasks that a newer one of their session replaced")
                .register(registry);
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next) {
        if (task.terms().session().isEmpty()) {
            return next.launch(task, client);
        }
        String session =
                task.terms().caller().name() + ' ' + task.terms().session().get();
        String holder = server + ' ' + count.incrementAndGet();
        SupersedableTask begun = new SupersedableTask(client, task.owner(), () -> {
            tasks.remove(holder);
            sessions.leave(session, holder).exceptionally(failure -> 0L); // it expires by itself
        });
        tasks.put(holder, begun);
        sessions.enter(session, holder).exceptionally(failure -> 0L); // without Redis nothing is superseded
        begun.begin(task, next);
        return begun;
    }

    private void superseded(String holder) {
        SupersedableTask task = tasks.get(holder);
        if (task != null) {
            superseded.inc();
            task.supersede();
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
