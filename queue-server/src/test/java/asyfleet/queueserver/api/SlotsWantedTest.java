package asyfleet.queueserver.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.schema.PoolFigures;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotsWantedTest {

    @ParameterizedTest(name = "{0} wait, {1} run, {2} ms each: {3}")
    @CsvSource({
        "0, 0, 500, 0", // an idle fleet may go down to nothing
        "0, 3, 500, 3",
        "8, 0, 500, 2", // eight halves of a second within two seconds
        "9, 2, 500, 5",
        "1, 0, 10, 1",
        "5, 1, 60000, 6", // more than a slot for each task is of no use
        "4, 0, 0, 2", // nothing has run yet: a second each
    })
    @DisplayName("Running tasks keep their slots, and those that wait can all begin within two seconds")
    void runningTasksKeepTheirSlotsAndTheOthersBeginInTime(long queued, long active, long average, long wanted) {
        FleetStats now = new FleetStats(queued, active, 1, 0, 0, average, new PoolFigures(0, 0, 0, 0, 0));

        assertEquals(wanted, SlotsWanted.of(now, Duration.ofSeconds(2)));
    }
}
