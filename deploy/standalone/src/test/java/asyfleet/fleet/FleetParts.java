package asyfleet.fleet;

import asyfleet.config.OpenParts;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The processes of a fleet that a test puts together. They are ended in the reverse order of their start. */
final class FleetParts implements AutoCloseable {

    private final OpenParts parts = new OpenParts();

    <T extends AutoCloseable> T opened(T part) {
        return parts.opened(part);
    }

    /** Starts a service and does not wait for it. It is killed at the end: it has nothing to finish. */
    ServiceProcess service(String main, Map<String, String> settings) {
        ServiceProcess service = ServiceProcess.start("asyfleet." + main, settings);
        parts.opened(service::kill);
        return service;
    }

    /** Starts one service of each kind, and waits until all are ready. Returns the queue server. */
    ServiceProcess oneOfEach(Map<String, String> settings) {
        List<ServiceProcess> services = Stream.of(
                        "scheduler.SchedulerMain", "backend.BackendMain", "queueserver.QueueServerMain")
                .map(main -> service(main, settings))
                .toList();
        services.forEach(ServiceProcess::awaitReady);
        return services.get(2);
    }

    @Override
    public void close() {
        parts.close();
    }
}
