package asyfleet.ring.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunnerSessionRulesTest {

    @ParameterizedTest
    @CsvSource({"PT0S, PT0S", "PT1S, PT30S", "PT10M, PT10M"})
    void whoWasToldToWaitMayBeSilentForThatLongHoweverShortJobsAre(Duration jobLimit, Duration idleLimit) {
        RunnerSessionRules<RingJob> rules = new RunnerSessionRules<>("group", null, null, null, jobLimit);

        assertEquals(idleLimit, rules.idleLimit());
    }
}
