package asyfleet.backend.claim;

import asyfleet.protocol.task.ServerMessage;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The metrics of a process's part in the fleet. Safe for any thread. */
final class FleetMetrics {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Gauge slots;
    private final Gauge busy;
    private final Counter claims;
    private final Counter takenOver;
    private final Histogram finish;
    private final Counter executions;
    private final Gauge reachable;
    private final Counter unfetched;

    /** @param givenUp counts what slots had to go on without */
    FleetMetrics(PrometheusRegistry registry, LongSupplier givenUp) {
        slots = Gauge.builder()
                .name("asyfleet_backend_slots")
                .help("Slots of this process")
                .register(registry);
        busy = Gauge.builder()
                .name("asyfleet_backend_busy_slots")
                .help("Slots that run a task")
                .register(registry);
        claims = Counter.builder()
                .name("asyfleet_backend_claims_total")
                .help("Claims by outcome; unknown ones are sent again")
                .labelNames("outcome")
                .register(registry);
        takenOver = Counter.builder()
                .name("asyfleet_backend_tasks_taken_over_total")
                .help("Tasks that another process read and did not claim")
                .register(registry);
        finish = Histogram.builder()
                .name("asyfleet_backend_finish_seconds")
                .help("From the end of an execution until Redis knew of it")
                .classicOnly()
                .classicUpperBounds(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)
                .register(registry);
        CounterWithCallback.builder()
                .name("asyfleet_backend_slots_given_up_total")
                .help("Slots that went on without a cell or a thread that did not end")
                .callback(counter -> counter.call(givenUp.getAsLong()))
                .register(registry);
        executions = Counter.builder()
                .name("asyfleet_backend_executions_total")
                .help("Executions by how they ended")
                .labelNames("code")
                .register(registry);
        reachable = Gauge.builder()
                .name("asyfleet_backend_reachable")
                .help("0 while no queue server reaches this process, so that it claims no tasks")
                .register(registry);
        reachable.set(1);
        unfetched = Counter.builder()
                .name("asyfleet_backend_unfetched_total")
                .help("Tasks whose queue server did not come in time")
                .register(registry);
    }

    void reachable(boolean isReachable) {
        reachable.set(isReachable ? 1 : 0);
    }

    void unfetched() {
        unfetched.inc();
    }

    void slots(int total, int occupied) {
        slots.set(total);
        busy.set(occupied);
    }

    void claimWon() {
        claims.labelValues("won").inc();
    }

    void claimGone() {
        claims.labelValues("gone").inc();
    }

    void claimsUnknown(int count) {
        claims.labelValues("unknown").inc(count);
    }

    void takenOver(int count) {
        takenOver.inc(count);
    }

    void executed(ServerMessage.Complete complete) {
        String plain = complete.success() ? "OK" : "FAILED";
        executions
                .labelValues(
                        complete.verdict() == null
                                ? plain
                                : complete.verdict().code().wire())
                .inc();
    }

    void finished(Duration latency) {
        finish.observe(latency.toNanos() / NANOS_PER_SECOND);
    }
}
