package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.testing.MetricValues;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

class FleetMetricsTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final FleetMetrics metrics = new FleetMetrics(registry, new FakeRunner());

    @Test
    void aTaskThatCouldNotBeConfinedCountsAsRefused() {
        metrics.executed(Format.SVG, ended(EndCode.FLEET_FAULT, Stage.SANDBOX, null));
        metrics.executed(Format.SVG, ended(EndCode.FLEET_FAULT, Stage.FLEET, null));

        assertEquals(1, value("asyfleet_backend_sandbox_refusals_total"));
        assertEquals(2, value("asyfleet_backend_executions_total{code=\"FLEET_FAULT\"}"));
        assertEquals(0, value("asyfleet_backend_run_seconds_count{format=\"svg\",outcome=\"fault\"}"));
    }

    @Test
    void theTimeOfARunIsCountedByFormatAndOutcome() {
        metrics.executed(Format.PDF, ended(EndCode.OK, Stage.ASYMPTOTE, 2500L));
        metrics.executed(Format.PDF, ended(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000L));

        assertEquals(2.5, value("asyfleet_backend_run_seconds_sum{format=\"pdf\",outcome=\"ok\"}"));
        assertEquals(3, value("asyfleet_backend_run_seconds_sum{format=\"pdf\",outcome=\"limit\"}"));
        assertEquals(0, value("asyfleet_backend_run_seconds_count{format=\"svg\",outcome=\"ok\"}"));
    }

    private static ServerMessage.Complete ended(EndCode code, Stage stage, Long millis) {
        return new ServerMessage.Complete(code == EndCode.OK, "why", millis, Verdict.of(code, stage));
    }

    private double value(String series) {
        return MetricValues.of(registry, series);
    }
}
