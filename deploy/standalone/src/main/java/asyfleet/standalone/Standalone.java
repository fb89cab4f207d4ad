package asyfleet.standalone;

import asyfleet.backend.Backend;
import asyfleet.backend.BackendSettings;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.scheduler.Scheduler;
import asyfleet.scheduler.SchedulerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All three services in this process, and the Redis they meet in as a child if none was given. They know nothing of each
 * other here either: each connects to Redis by itself, and the queue server reaches the backend through a socket.
 *
 * <p>They end in the opposite order of their start: the queue server stops accepting, and finishes what it accepted while
 * there still is a backend and a scheduler to finish it. Owned by the thread that starts it, then by the shutdown hook.
 */
final class Standalone implements RunningService {

    private static final Logger LOG = LoggerFactory.getLogger(Standalone.class);

    /** What was started, the latest first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private URI address;

    private Standalone() {}

    static Standalone start(StandaloneSettings settings) {
        Standalone standalone = new Standalone();
        try {
            standalone.startParts(settings);
            return standalone;
        } catch (RuntimeException e) {
            standalone.close();
            throw e;
        }
    }

    private void startParts(StandaloneSettings settings) {
        String redis =
                settings.redis().orElseGet(() -> started(EmbeddedRedis.start()).uri());
        Map<String, String> inside = settings.insideServices(redis);
        started(Scheduler.start(SchedulerSettings.of(SchedulerSettings.SPEC.read(List.of(), inside))));
        started(Backend.start(BackendSettings.read(BackendSettings.SPEC.read(List.of(), inside))));
        QueueServer door = started(QueueServer.start(
                QueueServerSettings.read(QueueServerSettings.SPEC.read(List.of(), settings.queueServer(redis)))));
        address = URI.create(door.address());
    }

    /** Asked before anything is started: the queue server, which listens there, comes last. */
    private static void requireFree(String host, int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new StartFailure(
                    "cannot listen on " + host + " port " + port + ": " + e.getMessage()
                            + "; stop what listens there, or choose another with --port or --bind",
                    e);
        }
    }

    private <T extends AutoCloseable> T started(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public String address() {
        return address.toString();
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                // The others must end all the same: one of them is a process.
                LOG.error("closing failed part={}", part.getClass().getSimpleName(), e);
            }
        }
    }
}
