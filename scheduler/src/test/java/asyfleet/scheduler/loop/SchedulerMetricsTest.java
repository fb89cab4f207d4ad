package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.testing.MetricValues;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

class SchedulerMetricsTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final SchedulerMetrics metrics = new SchedulerMetrics(registry, 2);

    @Test
    void anEstimateThatWasTooLongIsAsFarOffAsOneThatWasTooShort() {
        metrics.estimateCameTrue(1000, 4000);
        metrics.estimateCameTrue(-3000, 4000);

        assertEquals(2, value("asyfleet_scheduler_estimate_error_seconds_count"));
        assertEquals(4, value("asyfleet_scheduler_estimate_error_seconds_sum"));
        assertEquals(1, value("asyfleet_scheduler_estimate_error_ratio_sum"));
    }

    @Test
    void aShortWaitHasNoRatio() {
        metrics.estimateCameTrue(500, 1000);

        assertEquals(.5, value("asyfleet_scheduler_estimate_error_seconds_sum"));
        assertEquals(0, value("asyfleet_scheduler_estimate_error_ratio_count"));
    }

    @Test
    void theTimeOfARunIsCountedByItsLevel() {
        metrics.ran(1, 2500);

        assertEquals(2.5, value("asyfleet_scheduler_run_seconds_sum{level=\"1\"}"));
        assertEquals(0, value("asyfleet_scheduler_run_seconds_count{level=\"0\"}"));
    }

    private double value(String series) {
        return MetricValues.of(registry, series);
    }
}
