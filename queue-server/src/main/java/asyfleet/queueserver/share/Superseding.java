package asyfleet.queueserver.share;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.reuse.Sessions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client may name its session ({@code ?session=NAME} or {@code X-Asyfleet-Session}); its newer task then replaces its
 * older one, wherever in the fleet that waits or runs. Names of different callers are apart.
 *
 * <p>Tasks live on many event loops, hence the concurrent map; it holds as many as this server has tasks with a session.
 */
public final class Superseding implements AutoCloseable {

    private static final int LONGEST_NAME = 100;

    private final Callers callers;
    private final String server;
    private final ReuseMetrics metrics;
    private final Sessions sessions;
    private final Map<String, SessionTask> tasks = new ConcurrentHashMap<>();

    /** Names the tasks of this server, begun on many event loops. */
    private final AtomicLong count = new AtomicLong();

    /** Subscribes; blocks meanwhile. */
    public Superseding(Redis redis, Callers callers, String server, ReuseMetrics metrics) {
        this.callers = callers;
        this.server = server;
        this.metrics = metrics;
        this.sessions = Sessions.open(redis, this::superseded);
    }

    /** The launcher for tasks of the session that the request names, if it names one. */
    public TaskHandle.Launcher bound(TaskHandle.Launcher launcher, Request request) {
        Optional<String> name = request.query("session").or(() -> request.header("X-Asyfleet-Session"));
        if (name.isEmpty()) {
            return launcher;
        }
        if (name.get().isBlank() || name.get().length() > LONGEST_NAME) {
            throw HttpError.badRequest(
                    "the session's name has " + name.get().length() + " characters; expected 1 to " + LONGEST_NAME);
        }
        String session = callers.of(request).name() + ' ' + name.get();
        return (task, listener, owner) -> {
            String holder = server + ' ' + count.incrementAndGet();
            SessionTask begun = new SessionTask(listener, owner, () -> {
                tasks.remove(holder);
                sessions.leave(session, holder).exceptionally(failure -> 0L); // it expires by itself
            });
            tasks.put(holder, begun);
            sessions.enter(session, holder).exceptionally(failure -> 0L); // without Redis nothing is superseded
            begun.begin(launcher.launch(task, begun, owner));
            return begun;
        };
    }

    private void superseded(String holder) {
        SessionTask task = tasks.get(holder);
        if (task != null) {
            metrics.superseded();
            task.supersede();
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
