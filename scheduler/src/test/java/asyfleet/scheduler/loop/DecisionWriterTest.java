package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.Levels;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionWriterTest {

    private final DecisionWriter writer = new DecisionWriter(
            new TaskTable(),
            new FleetClock(),
            new SchedulerMetrics(new PrometheusRegistry(), Levels.DEFAULT.count()),
            new TaskLog());

    @Test
    void aTaskThatIsShortenedInTheTurnOfItsDispatchIsDispatchedForTheShorterTime() {
        writer.accept(new Decision.Dispatch("1", 2, 30_000));
        writer.accept(new Decision.Dispatch("2", 2, 30_000));
        writer.accept(new Decision.Downgrade("1", 1, 10_000));
        writer.accept(new Decision.Downgrade("1", 0, 3_000));

        assertEquals(List.of(dispatch("1", 3), dispatch("2", 30)), writer.takeAll());
    }

    @Test
    void aTaskThatWasDispatchedBeforeIsShortened() {
        writer.accept(new Decision.Dispatch("1", 2, 30_000));
        writer.takeAll();
        writer.accept(new Decision.Downgrade("1", 0, 3_000));

        assertEquals(List.of(new QueueCommand.Downgrade("1", Duration.ofSeconds(3))), writer.takeAll());
    }

    private static QueueCommand dispatch(String id, int seconds) {
        return new QueueCommand.Dispatch(id, Duration.ofSeconds(seconds), true, false);
    }
}
