package asyfleet.lab.chaos.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import asyfleet.lab.chaos.history.FaultKind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void theSameSeedGivesTheSamePlan() {
        Set<FaultKind> all = EnumSet.allOf(FaultKind.class);

        assertEquals(FaultPlan.of(7, all, HOUR), FaultPlan.of(7, List.copyOf(all), HOUR));
        assertNotEquals(FaultPlan.of(7, all, HOUR), FaultPlan.of(8, all, HOUR));
    }

    @Test
    void everyFaultComesOnceInEachRound() {
        List<FaultKind> first = FaultPlan.of(7, EnumSet.allOf(FaultKind.class), HOUR).steps().stream()
                .map(FaultStep::kind)
                .limit(FaultKind.values().length)
                .toList();

        assertEquals(Set.of(FaultKind.values()), first.stream().collect(Collectors.toSet()));
    }

    @Test
    void aPlanWithoutFaultsIsEmpty() {
        assertEquals(List.of(), FaultPlan.of(7, Set.of(), HOUR).steps());
    }
}
