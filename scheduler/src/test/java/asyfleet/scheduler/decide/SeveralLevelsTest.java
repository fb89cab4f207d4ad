package asyfleet.scheduler.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The general rule in cases that need more or fewer than three levels. */
class SeveralLevelsTest {

    private static CoreScenario fleet(int backends, String levels) {
        SchedulingRules rules = new SchedulingRules(Levels.parse(levels), 200, SchedulingRules.DEFAULT.queueTimeout());
        return CoreScenario.fleet(backends, rules);
    }

    @Test
    void oneLevelIsAPlainQueue() {
        CoreScenario scenario = fleet(1, "5s").byDefault("a").slow("b").byDefault("c");
        assertEquals(List.of("dispatch a 5s"), scenario.decisions());
        assertEquals(List.of("dispatch b 5s"), scenario.end("a").decisions());
        assertEquals(List.of("dispatch c 5s"), scenario.end("b").decisions());
    }

    @Test
    void twoLevelsHaveOneLimitBesideTheFleet() {
        CoreScenario scenario = fleet(3, "2s,20s=1").byDefault("d").given();
        assertEquals(
                List.of("downgrade d 2s", "dispatch s 20s"), scenario.slow("s").decisions());
        assertEquals(List.of(), scenario.slow("ignored").decisions());
        assertEquals(List.of("dispatch d2 2s"), scenario.byDefault("d2").decisions());
    }

    @Test
    void aDowngradeGoesJustBelowTheLowestReachedLimit() {
        CoreScenario scenario = fleet(9, "1s,2s=6,4s=3,8s=2,16s=1");
        scenario.arrive("m", Demand.atMost(4_000))
                .byDefault("d")
                .byDefault("d2")
                .given();
        assertEquals(3, scenario.core().runningFrom(2));
        assertEquals(
                List.of("downgrade d 2s", "dispatch s 16s"),
                scenario.arrive("s", Demand.atMost(16_000)).decisions());
    }

    @Test
    void theSlowestLevelInUseGivesWayEvenForAFasterTask() {
        CoreScenario scenario = fleet(9, "1s,2s=3,4s=2,8s=1")
                .byDefault("d3")
                .byDefault("d2")
                .byDefault("d1")
                .given();
        assertEquals(
                List.of("downgrade d3 1s", "dispatch m 2s"),
                scenario.arrive("m", Demand.atMost(2_000)).decisions());
    }

    @Test
    void ignoringALevelIgnoresEverySlowerOne() {
        CoreScenario scenario =
                fleet(9, "1s,2s=2,4s=1,8s=1").arrive("a", Demand.atMost(4_000)).given();
        assertEquals(
                List.of(),
                scenario.arrive("b", Demand.atMost(4_000))
                        .arrive("c", Demand.atMost(8_000))
                        .decisions());
        assertEquals(
                List.of("dispatch d 2s"),
                scenario.arrive("d", Demand.atMost(2_000)).decisions());
        assertEquals(List.of("dispatch b 4s"), scenario.end("a").decisions());
    }

    @Test
    void aShellThatIsTurnedAwayCostsTheSlowestOneLevel() {
        CoreScenario scenario =
                fleet(2, "1s,2s=2,4s=2,8s=1").byDefault("d3").byDefault("d2").given();
        assertEquals("downgrade d3 4s", scenario.interactive("i").decisions().get(0));
    }
}
