package asyfleet.standalone;

import asyfleet.backend.Backend;
import asyfleet.backend.BackendSettings;
import asyfleet.config.OpenParts;
import asyfleet.config.RunningService;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.scheduler.Scheduler;
import asyfleet.scheduler.SchedulerSettings;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * All three services in this process, and the Redis they meet in as a child if none was given. They know nothing of each
 * other here either: each connects to Redis by itself, and the queue server reaches the backend through a socket.
 *
 * <p>They end in the opposite order of their start: the queue server stops accepting, and finishes what it accepted while
 * there still is a backend and a scheduler to finish it. Owned by the thread that starts it, then by the shutdown hook.
 */
final class Standalone implements RunningService {

    private final OpenParts parts;
    private final URI address;

    private Standalone(OpenParts parts, URI address) {
        this.parts = parts;
        this.address = address;
    }

    static Standalone start(StandaloneSettings settings) {
        return OpenParts.start(parts -> start(settings, parts));
    }

    private static Standalone start(StandaloneSettings settings, OpenParts parts) {
        String redis = settings.redis().orElseGet(() -> parts.opened(EmbeddedRedis.start(
                        parts.opened(RedisData.open(settings)).directory()))
                .uri());
        Map<String, String> inside = settings.insideServices(redis);
        parts.opened(Scheduler.start(SchedulerSettings.of(SchedulerSettings.SPEC.read(List.of(), inside))));
        parts.opened(Backend.start(BackendSettings.read(BackendSettings.SPEC.read(List.of(), inside))));
        QueueServer door = parts.opened(QueueServer.start(
                QueueServerSettings.read(QueueServerSettings.SPEC.read(List.of(), settings.queueServer(redis)))));
        return new Standalone(parts, URI.create(door.address()));
    }

    @Override
    public String address() {
        return address.toString();
    }

    @Override
    public void close() {
        parts.close();
    }
}
