package asyfleet.backend.claim;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.redis.schema.PoolFigures;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** The metrics of a process's part in the fleet. Safe for any thread. */
final class FleetMetrics {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Gauge slots;
    private final Gauge busy;
    private final Counter claims;
    private final Counter takenOver;
    private final Histogram finish;
    private final Counter executions;
    private final Histogram runs;
    private final Counter refusals;
    private final Gauge reachable;
    private final Counter unfetched;

    /** @param runner knows what slots had to go on without, and how programs were started */
    FleetMetrics(PrometheusRegistry registry, TaskRunner runner) {
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
        for (String outcome : new String[] {"won", "gone", "unknown"}) {
            claims.initLabelValues(outcome);
        }
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
                .callback(counter -> counter.call(runner.givenUp()))
                .register(registry);
        executions = Counter.builder()
                .name("asyfleet_backend_executions_total")
                .help("Executions by how they ended")
                .labelNames("code")
                .register(registry);
        for (EndCode code : EndCode.values()) {
            executions.initLabelValues(code.wire());
        }
        runs = Histogram.builder()
                .name("asyfleet_backend_run_seconds")
                .help("How long programs ran, by format and outcome: ok, error, limit, aborted or fault")
                .labelNames("format", "outcome")
                .classicOnly()
                .classicUpperBounds(.05, .1, .15, .2, .3, .5, .75, 1, 1.5, 3, 5, 10, 30, 60)
                .register(registry);
        for (Format format : Format.values()) {
            for (EndCode code : EndCode.values()) {
                runs.initLabelValues(format.wire(), outcome(code));
            }
        }
        refusals = Counter.builder()
                .name("asyfleet_backend_sandbox_refusals_total")
                .help("Tasks that were not run because they could not be confined")
                .register(registry);
        CounterWithCallback.builder()
                .name("asyfleet_backend_starts_total")
                .help("Programs started, by how: with a process that was kept ready (warm), or without (cold)")
                .labelNames("start")
                .callback(counter -> {
                    PoolFigures pool = runner.pool();
                    counter.call(pool.reused(), "warm");
                    counter.call(Math.max(0, pool.runs() - pool.reused()), "cold");
                })
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

    void executed(Format format, ServerMessage.Complete complete) {
        EndCode code = complete.endCode().orElseThrow();
        executions.labelValues(code.wire()).inc();
        if (complete.timeMillis() != null) {
            runs.labelValues(format.wire(), outcome(code)).observe(complete.timeMillis() / MILLIS_PER_SECOND);
        }
        if (complete.verdict() != null && complete.verdict().stage() == Stage.SANDBOX) {
            refusals.inc();
        }
    }

    private static String outcome(EndCode code) {
        return switch (code) {
            case OK -> "ok";
            case EXIT_CODE, SIGNAL, NO_IMAGE, BAD_REQUEST -> "error";
            case TIME_LIMIT, OUTPUT_LIMIT, MEMORY_LIMIT, DISK_LIMIT, PROCESS_LIMIT -> "limit";
            case ABORTED, HALTED, SUPERSEDED -> "aborted";
            case QUEUE_FULL, QUEUE_TIMEOUT, NO_FREE_BACKEND, TOO_MANY_TASKS, FLEET_FAULT, UNAVAILABLE -> "fault";
        };
    }

    void finished(Duration latency) {
        finish.observe(latency.toNanos() / NANOS_PER_SECOND);
    }
}
