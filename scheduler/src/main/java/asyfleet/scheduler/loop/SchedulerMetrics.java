package asyfleet.scheduler.loop;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.scheduler.decide.QueuePlace;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;

/** The metrics of a scheduler. For any thread; Prometheus' types take care of that. */
final class SchedulerMetrics {

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final double[] WAIT_BOUNDS = {
        .001, .0025, .005, .01, .025, .05, .1, .2, .3, .5, .75, 1, 2, 5, 10, 30, 60
    };
    private static final double[] RUN_BOUNDS = {.05, .1, .2, .3, .5, .75, 1, 2, 3, 5, 10, 30, 60};
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
    private final Histogram waits;
    private final Histogram runs;
    private final Histogram cycleTime;
    private final Histogram estimateError;
    private final Histogram estimateErrorShare;
    private final FleetGauges fleet;

    /** @param levels how many there are */
    SchedulerMetrics(PrometheusRegistry registry, int levels) {
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
        waits = Histogram.builder()
                .name(name("wait_seconds"))
                .help("Time from a task's submission to the decision to dispatch it, by level and priority")
                .labelNames("level", "priority")
                .classicUpperBounds(WAIT_BOUNDS)
                .register(registry);
        runs = Histogram.builder()
                .name(name("run_seconds"))
                .help("Time from the decision to dispatch a task to its end, by the level that it had then")
                .labelNames("level")
                .classicUpperBounds(RUN_BOUNDS)
                .register(registry);
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
        beginAtZero(levels);
    }

    /** Or nobody could tell a rate of 0 from a series that is missing. */
    private void beginAtZero(int levels) {
        for (int level = 0; level < levels; level++) {
            String label = Integer.toString(level);
            dispatched.initLabelValues(label);
            downgraded.initLabelValues(label);
            runs.initLabelValues(label);
            for (int priority = 0; priority <= QueuePlace.MAX_PRIORITY; priority++) {
                waits.initLabelValues(label, Integer.toString(priority));
            }
        }
        List.of(EndCode.QUEUE_FULL, EndCode.QUEUE_TIMEOUT, EndCode.NO_FREE_BACKEND)
                .forEach(code -> denied.initLabelValues(code.name()));
        List.of("server", "task", "unclaimed").forEach(swept::initLabelValues);
        List.of("reconnected", "stood by", "fenced", "brought back", "unknown", "bug")
                .forEach(rebuilt::initLabelValues);
    }

    FleetGauges fleet() {
        return fleet;
    }

    void dispatched(int level, int priority, long waitedMillis) {
        String label = Integer.toString(level);
        dispatched.labelValues(label).inc();
        waits.labelValues(label, Integer.toString(priority)).observe(Math.max(0, waitedMillis) / MILLIS_PER_SECOND);
    }

    /** A run of which the start and the end are known. */
    void ran(int level, long millis) {
        runs.labelValues(Integer.toString(level)).observe(millis / MILLIS_PER_SECOND);
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
