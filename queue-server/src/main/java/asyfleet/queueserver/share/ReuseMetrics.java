package asyfleet.queueserver.share;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Counts work that did not have to be done. */
public final class ReuseMetrics {

    private final Counter shared;
    private final Counter lookups;
    private final Counter superseded;

    public ReuseMetrics(PrometheusRegistry registry) {
        shared = Counter.builder()
                .name("asyfleet_tasks_shared_total")
                .help("Tasks that took part in an equal one that ran already")
                .register(registry);
        lookups = Counter.builder()
                .name("asyfleet_result_lookups_total")
                .help("Looks for a kept result, by whether there was one")
                .labelNames("found")
                .register(registry);
        superseded = Counter.builder()
                .name("asyfleet_tasks_superseded_total")
                .help("Tasks that a newer one of their session replaced")
                .register(registry);
    }

    void shared() {
        shared.inc();
    }

    void lookedUp(boolean found) {
        lookups.labelValues(found ? "yes" : "no").inc();
    }

    void superseded() {
        superseded.inc();
    }
}
