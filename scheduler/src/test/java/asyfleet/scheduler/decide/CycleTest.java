package asyfleet.scheduler.decide;

import static asyfleet.scheduler.decide.CoreScenario.fleet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rule for three levels, sentence by sentence; {@code SeveralLevelsTest} has what only other series show. */
class CycleTest {

    @Nested
    class Principles {

        @Test
        void aTaskWithATimeoutOfItsOwnRunsForAtMostThat() {
            CoreScenario scenario =
                    fleet(10, "10s=5,30s=5").fast("f").medium("m").slow("s");
            assertEquals(List.of("dispatch f 3s", "dispatch m 10s", "dispatch s 30s"), scenario.decisions());
        }

        @Test
        void aTimeoutBetweenTwoLevelsIsKeptAndCountsAsTheSlowerOne() {
            CoreScenario scenario = fleet(10, "10s=1,30s=1").arrive("between", Demand.atMost(4_500));
            assertEquals(List.of("dispatch between 4500ms"), scenario.decisions());
            assertEquals(1, scenario.core().runningFrom(1));
            assertEquals(0, scenario.core().runningFrom(2));
        }

        @Test
        void aTimeoutBeyondTheSlowestLevelIsCutToIt() {
            CoreScenario scenario = fleet(10, "10s=1,30s=1").arrive("endless", Demand.atMost(600_000));
            assertEquals(List.of("dispatch endless 30s"), scenario.decisions());
        }

        @Test
        void aDefaultTaskIsInitiallyAssignedSlowInTheAbsenceOfQueue() {
            assertEquals(
                    List.of("dispatch d 30s"),
                    fleet(4, "10s=2,30s=1").byDefault("d").decisions());
        }

        @Test
        void aDefaultTaskEnjoysTheQueueBenefitsOfFastTasks() {
            CoreScenario scenario =
                    fleet(3, "10s=1,30s=1").slow("s1").slow("s2").given();
            assertEquals(List.of("dispatch d 3s"), scenario.byDefault("d").decisions());
        }

        @Test
        void defaultTasksCountTowardsTheLimitOfTheTimeoutTheyHave() {
            CoreScenario scenario =
                    fleet(4, "10s=2,30s=1").byDefault("d1").byDefault("d2").byDefault("d3");
            assertEquals(List.of("dispatch d1 30s", "dispatch d2 10s", "dispatch d3 3s"), scenario.decisions());
            assertEquals(3, scenario.core().runningFrom(0));
            assertEquals(2, scenario.core().runningFrom(1));
            assertEquals(1, scenario.core().runningFrom(2));
        }

        @Test
        void tasksOfOneLevelRunInTheOrderOfArrival() {
            CoreScenario scenario =
                    fleet(1, "10s=1,30s=1").fast("running").fast("a").fast("b").given();
            assertEquals(List.of("dispatch a 3s"), scenario.end("running").decisions());
            assertEquals(List.of("dispatch b 3s"), scenario.end("a").decisions());
        }
    }

    @Nested
    class SlowTaskFirstAndSlowLimitReached {

        @Test
        void aDefaultTaskRunningSlowIsDowngradedToMedium() {
            CoreScenario scenario = fleet(4, "10s=3,30s=1").byDefault("d").given();
            assertEquals(
                    List.of("downgrade d 10s", "dispatch s 30s"),
                    scenario.slow("s").decisions());
        }

        @Test
        void ifTheMediumLimitIsAlsoReachedItIsDowngradedToFastInstead() {
            CoreScenario scenario =
                    fleet(4, "10s=2,30s=1").medium("m").byDefault("d").given();
            assertEquals(
                    List.of("downgrade d 3s", "dispatch s 30s"),
                    scenario.slow("s").decisions());
        }

        @Test
        void onlyOneOfThemAndARandomOne() {
            CoreScenario scenario = fleet(8, "10s=8,30s=3")
                    .byDefault("d0")
                    .byDefault("d1")
                    .byDefault("d2")
                    .given();
            scenario.random(size -> size - 2);
            assertEquals(
                    List.of("downgrade d1 10s", "dispatch s 30s"),
                    scenario.slow("s").decisions());
        }

        @Test
        void defaultTasksRunningMediumAreLeftAlone() {
            CoreScenario scenario =
                    fleet(4, "10s=3,30s=1").slow("s1").byDefault("d").given();
            assertEquals(List.of(), scenario.slow("s2").decisions());
        }

        @Test
        void ifTheLimitIsStillReachedAllSlowTasksAreIgnored() {
            CoreScenario scenario = fleet(4, "10s=4,30s=1").slow("s1").given();
            scenario.slow("s2").slow("s3");
            assertEquals(List.of(), scenario.decisions());
            assertEquals(
                    List.of("dispatch m 10s", "dispatch f 3s"),
                    scenario.medium("m").fast("f").decisions());
        }

        @Test
        void ignoredTasksComeAgainInTheNextCycle() {
            CoreScenario scenario =
                    fleet(4, "10s=4,30s=1").slow("s1").slow("s2").given();
            assertEquals(List.of("dispatch s2 30s"), scenario.end("s1").decisions());
        }

        @Test
        void aTaskWithATimeoutOfItsOwnIsNeverDowngraded() {
            CoreScenario scenario = fleet(2, "10s=1,30s=1").slow("s").given();
            assertEquals(
                    List.of("dispatch f1 3s"),
                    scenario.fast("f1").fast("f2").slow("s2").decisions());
        }

        @Test
        void nothingIsDowngradedForASlowTaskThatIsNotTheFirst() {
            CoreScenario scenario =
                    fleet(1, "10s=1,30s=1").interactive("i").fast("f").given();
            assertEquals(List.of(), scenario.slow("s").decisions());
        }
    }

    @Nested
    class MediumToSlowTaskFirstAndMediumLimitReached {

        @Test
        void aDefaultTaskRunningSlowIsDowngradedToFast() {
            CoreScenario scenario = fleet(4, "10s=2,30s=1")
                    .byDefault("slow")
                    .byDefault("medium")
                    .given();
            assertEquals(
                    List.of("downgrade slow 3s", "dispatch m 10s"),
                    scenario.medium("m").decisions());
        }

        @Test
        void otherwiseADefaultTaskRunningMediumIsDowngradedToFast() {
            CoreScenario scenario =
                    fleet(4, "10s=2,30s=1").slow("s").byDefault("medium").given();
            assertEquals(
                    List.of("downgrade medium 3s", "dispatch m 10s"),
                    scenario.medium("m").decisions());
        }

        @Test
        void aSlowTaskMakesRoomInTheMediumLimitToo() {
            CoreScenario scenario =
                    fleet(4, "10s=2,30s=2").medium("m").byDefault("d").given();
            assertEquals(
                    List.of("downgrade d 3s", "dispatch s 30s"),
                    scenario.slow("s").decisions());
        }

        @Test
        void ifTheLimitIsStillReachedAllMediumToSlowTasksAreIgnored() {
            CoreScenario scenario = fleet(4, "10s=1,30s=1").medium("m1").given();
            assertEquals(List.of(), scenario.medium("m2").slow("s").decisions());
            assertEquals(List.of("dispatch f 3s"), scenario.fast("f").decisions());
        }

        @Test
        void whenSlowTasksAreIgnoredTheFirstOfTheOthersCounts() {
            CoreScenario scenario =
                    fleet(4, "10s=2,30s=1").slow("s1").slow("s2").byDefault("d").given();
            assertEquals(
                    List.of("downgrade d 3s", "dispatch m 10s"),
                    scenario.medium("m").decisions());
        }

        @Test
        void aFastTaskFirstInQueueDowngradesNobodyWhileABackendIsFree() {
            CoreScenario scenario = fleet(4, "10s=1,30s=1").byDefault("d").given();
            assertEquals(List.of("dispatch f 3s"), scenario.fast("f").decisions());
        }
    }

    @Nested
    class UnignoredTasksRemainAndFastLimitReached {

        @Test
        void allDefaultTasksAreDowngradedToFast() {
            CoreScenario scenario =
                    fleet(2, "10s=2,30s=1").byDefault("d1").byDefault("d2").given();
            assertEquals(
                    List.of("downgrade d1 3s", "downgrade d2 3s"),
                    scenario.fast("f").decisions());
        }

        @Test
        void theDowngradesDoNotFreeABackendThemselves() {
            CoreScenario scenario = fleet(1, "10s=1,30s=1").byDefault("d").given();
            scenario.fast("f").given();
            assertEquals(1, scenario.core().waiting());
            assertEquals(List.of("dispatch f 3s"), scenario.end("d").decisions());
        }

        @Test
        void aRandomInteractiveTaskIsHaltedAndItsBackendIsFreeAtOnce() {
            CoreScenario scenario = fleet(3, "10s=1,30s=1")
                    .interactive("i0")
                    .interactive("i1")
                    .interactive("i2")
                    .given();
            scenario.random(size -> 1);
            assertEquals(List.of("halt i1", "dispatch f 3s"), scenario.fast("f").decisions());
        }

        @Test
        void oneInteractiveTaskIsHaltedForEachTaskThatNeedsABackend() {
            CoreScenario scenario =
                    fleet(2, "10s=1,30s=1").interactive("i0").interactive("i1").given();
            assertEquals(
                    List.of("halt i0", "dispatch f0 3s"), scenario.fast("f0").decisions());
            assertEquals(
                    List.of("halt i1", "dispatch f1 3s"), scenario.fast("f1").decisions());
            assertEquals(List.of(), scenario.fast("f2").decisions());
        }

        @Test
        void nobodyIsHaltedForATaskThatIsIgnored() {
            CoreScenario scenario =
                    fleet(2, "10s=1,30s=1").slow("s").interactive("i").given();
            assertEquals(List.of(), scenario.slow("ignored").decisions());
        }

        @Test
        void theEndOfAHaltedTaskFreesNothingTwice() {
            CoreScenario scenario = fleet(1, "10s=1,30s=1")
                    .interactive("i")
                    .fast("f1")
                    .fast("f2")
                    .given();
            assertEquals(List.of(), scenario.end("i").decisions());
            assertEquals(1, scenario.core().runningFrom(0));
        }
    }

    @Nested
    class DispatchToAFreeBackend {

        @Test
        void aDefaultTaskIsAssignedAsMuchAsBreaksNoLimit() {
            CoreScenario scenario =
                    fleet(4, "10s=2,30s=1").slow("s").byDefault("medium").given();
            assertEquals(List.of("dispatch fast 3s"), scenario.byDefault("fast").decisions());
        }

        @Test
        void aDefaultTaskIsNotSlowWhenOnlyTheMediumLimitIsReached() {
            CoreScenario scenario = fleet(4, "10s=1,30s=1").medium("m").given();
            assertEquals(List.of("dispatch d 3s"), scenario.byDefault("d").decisions());
        }

        @Test
        void theCycleRepeatsUntilNoBackendIsFree() {
            CoreScenario scenario =
                    fleet(0, "10s=1,30s=1").fast("f1").fast("f2").fast("f3").given();
            assertEquals(
                    List.of("dispatch f1 3s", "dispatch f2 3s"),
                    scenario.backends(2).decisions());
        }

        @Test
        void aDefaultTaskThatStartsWhileOthersWaitIsBackToFastAtOnce() {
            CoreScenario scenario = fleet(1, "10s=1,30s=1")
                    .fast("f")
                    .byDefault("d")
                    .fast("waits")
                    .given();
            assertEquals(
                    List.of("dispatch d 30s", "downgrade d 3s"),
                    scenario.end("f").decisions());
        }

        @Test
        void otherwiseTheCycleIsOverUntilATaskEnds() {
            CoreScenario scenario = fleet(1, "10s=1,30s=1").fast("f").given();
            assertEquals(List.of(), scenario.fast("waits").decisions());
            assertEquals(List.of("dispatch waits 3s"), scenario.end("f").decisions());
        }
    }

    @Nested
    class InteractiveTasks {

        @Test
        void oneIsDispatchedAtOnceWhenABackendIsFree() {
            assertEquals(
                    List.of("dispatch i unlimited"),
                    fleet(1, "10s=1,30s=1").interactive("i").decisions());
        }

        @Test
        void oneKeepsATimeoutOfItsOwn() {
            CoreScenario scenario = fleet(1, "10s=1,30s=1").arrive("i", Demand.interactive(600_000));
            assertEquals(List.of("dispatch i 600s"), scenario.decisions());
        }

        @Test
        void oneCountsAtTheFastLimitOnly() {
            CoreScenario scenario =
                    fleet(3, "10s=1,30s=1").interactive("i1").interactive("i2").given();
            assertEquals(List.of("dispatch d 30s"), scenario.byDefault("d").decisions());
        }

        @Test
        void oneTakesAFreeBackendEvenWhileIgnoredTasksWait() {
            CoreScenario scenario =
                    fleet(2, "10s=1,30s=1").slow("s").slow("ignored").given();
            assertEquals(
                    List.of("dispatch i unlimited"), scenario.interactive("i").decisions());
        }

        @Test
        void withoutAFreeBackendOneIsDeniedAndNeverQueues() {
            CoreScenario scenario = fleet(1, "10s=1,30s=1").fast("f").given();
            assertEquals(
                    List.of("deny i: No free backend for an interactive task (backends: 1)"),
                    scenario.interactive("i").decisions());
            assertEquals(0, scenario.core().waiting());
        }

        @Test
        void atTheSameTimeARandomDefaultTaskGoesFromSlowToMedium() {
            CoreScenario scenario =
                    fleet(2, "10s=2,30s=2").byDefault("d0").byDefault("d1").given();
            scenario.random(size -> 1);
            assertEquals(
                    "downgrade d1 10s", scenario.interactive("i").decisions().get(0));
        }

        @Test
        void otherwiseFromMediumToFast() {
            CoreScenario scenario =
                    fleet(2, "10s=2,30s=1").slow("s").byDefault("medium").given();
            assertEquals(
                    "downgrade medium 3s", scenario.interactive("i").decisions().get(0));
        }

        @Test
        void aDefaultTaskThatIsFastAlreadyKeepsItsDuration() {
            CoreScenario scenario =
                    fleet(2, "10s=1,30s=1").slow("s").byDefault("fast").given();
            assertEquals(1, scenario.interactive("i").decisions().size());
        }
    }
}
