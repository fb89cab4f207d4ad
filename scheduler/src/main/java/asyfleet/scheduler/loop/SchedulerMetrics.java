package asyfleet.scheduler.loop;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The metrics of a scheduler. For any thread; Prometheus' types take care of that. */
final class SchedulerMetrics {

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final double[] LATENCY_BOUNDS = {.001, .0025, .005, .01, .025, .05, .1, .5, 1, 3, 10, 30, 60};
    private static final double[] CYCLE_BOUNDS = {.0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5};
    private static final double[] ERROR_BOUNDS = {.1, .25, .5, 1, 2, 5, 10, 30};
    private static final double[] ERROR_SHARE_BOUNDS = {.05, .1, .25, .5, 1, 2, 5};

    private final Counter dispatched;
    private final Counter downgraded;
    private final Counter halted;
    private final Counter denied;
    private final Counter ended;
    private final Counter swept;
    private final Counter rebuilt;
    private final Gauge leading;
    private final Histogram dispatchLatency;
    private final Histogram cycleTime;
    private final Histogram estimateError;
    private final Histogram estimateErrorShare;
    private final FleetGauges fleet;

    SchedulerMetrics(PrometheusRegistry registry) {
        dispatched = counter(registry, "dispatched", "Tasks given to the backends, by level", "level");
        downgraded = counter(registry, "downgraded", "Default tasks that got a shorter duration, by level", "level");
        halted = counter(registry, "halted", "Interactive tasks ended to free their backend");
        denied = counter(registry, "denied", "Tasks that will not run, by reason", "reason");
        ended = counter(registry, "ended", "Tasks that ran and ended");
        swept = counter(registry, "swept", "What a sweep found that died without a word, by what it was", "what");
        rebuilt = counter(registry, "rebuilt", "Times the state was read anew from Redis, by reason", "reason");
        leading = Gauge.builder()
                .name(name("leader"))
                .help("1 on the scheduler that decides, 0 on a standby")
                .register(registry);
        dispatchLatency = histogram(
                registry,
                "dispatch_latency_seconds",
                "Time from a task's submission to the decision to dispatch it",
                LATENCY_BOUNDS);
        cycleTime = histogram(
                registry,
                "cycle_seconds",
                "Time from taking events to having written the decisions about them",
                CYCLE_BOUNDS);
        estimateError = histogram(
                registry,
                "estimate_error_seconds",
                "How far the first estimate that a task was told was off",
                ERROR_BOUNDS);
        estimateErrorShare = histogram(
                registry,
                "estimate_error_ratio",
                "How far the first estimate was off, as a share of the true wait, for waits over 1 s",
                ERROR_SHARE_BOUNDS);
        fleet = new FleetGauges(registry);
    }

    FleetGauges fleet() {
        return fleet;
    }

    void dispatched(int level, long waitedMillis) {
        dispatched.labelValues(Integer.toString(level)).inc();
        dispatchLatency.observe(Math.max(0, waitedMillis) / MILLIS_PER_SECOND);
    }

    void downgraded(int level) {
        downgraded.labelValues(Integer.toString(level)).inc();
    }

    void halted() {
        halted.inc();
    }

    void denied(String reason) {
        denied.labelValues(reason).inc();
    }

    void ended() {
        ended.inc();
    }

    void cycle(long nanos) {
        cycleTime.observe(nanos / NANOS_PER_SECOND);
    }

    /** @param trueWaitMillis from when the estimate was told */
    void estimateCameTrue(long errorMillis, long trueWaitMillis) {
        estimateError.observe(Math.abs(errorMillis) / MILLIS_PER_SECOND);
        if (trueWaitMillis > MILLIS_PER_SECOND) {
            estimateErrorShare.observe(Math.abs(errorMillis) / (double) trueWaitMillis);
        }
    }

    void swept(String what, int found) {
        swept.labelValues(what).inc(found);
    }

    void rebuilt(String reason) {
        rebuilt.labelValues(reason).inc();
    }

    void leading(boolean leads) {
        leading.set(leads ? 1 : 0);
    }

    static String name(String name) {
        return "asyfleet_scheduler_" + name;
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help, String... labels) {
        return Counter.builder()
                .name(name(name) + "_total")
                .help(help)
                .labelNames(labels)
                .register(registry);
    }

    private static Histogram histogram(PrometheusRegistry registry, String name, String help, double... bounds) {
        return Histogram.builder()
                .name(name(name))
                .help(help)
                .classicUpperBounds(bounds)
                .register(registry);
    }
}
