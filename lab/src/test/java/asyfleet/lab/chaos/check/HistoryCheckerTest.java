package asyfleet.lab.chaos.check;

import static asyfleet.lab.chaos.check.ForgedHistory.REST;
import static asyfleet.lab.chaos.check.ViolationKind.BLAMED;
import static asyfleet.lab.chaos.check.ViolationKind.FROM_NOWHERE;
import static asyfleet.lab.chaos.check.ViolationKind.LEFT_BEHIND;
import static asyfleet.lab.chaos.check.ViolationKind.LOST;
import static asyfleet.lab.chaos.check.ViolationKind.NOT_TOLD;
import static asyfleet.lab.chaos.check.ViolationKind.NOT_WHOLE;
import static asyfleet.lab.chaos.check.ViolationKind.OUTPUT_TWICE;
import static asyfleet.lab.chaos.check.ViolationKind.OVER_DISPATCHED;
import static asyfleet.lab.chaos.check.ViolationKind.OVER_LIMIT;
import static asyfleet.lab.chaos.check.ViolationKind.TOLD_TWICE;
import static asyfleet.lab.chaos.check.ViolationKind.TOLD_WRONG;
import static asyfleet.lab.chaos.check.ViolationKind.TWICE;
import static asyfleet.lab.chaos.check.ViolationKind.UNEARNED_FAULT;
import static asyfleet.lab.chaos.check.ViolationKind.UNEXPLAINED;
import static asyfleet.lab.chaos.check.ViolationKind.UNPROVEN;
import static asyfleet.lab.chaos.check.ViolationKind.WRONG_OUTPUT;
import static asyfleet.lab.chaos.check.ViolationKind.WRONG_PICTURE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.chaos.history.ClientDoor;
import asyfleet.lab.chaos.history.ExpectedEnd;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.FleetRest;
import asyfleet.lab.chaos.history.FleetSample.ProcessSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryCheckerTest {

    /** A history that breaks one promise, and the promise. */
    record Forgery(ViolationKind broken, ForgedHistory history) {}

    private static ForgedHistory forged() {
        return new ForgedHistory();
    }

    static Stream<Forgery> forgeries() {
        return Stream.of(
                new Forgery(LOST, forged().sent(ClientDoor.ASY).accepted().gaveUp()),
                new Forgery(
                        TWICE, forged().sent(ClientDoor.ASY).accepted().ended().ended()),
                new Forgery(FROM_NOWHERE, forged().ended()),
                new Forgery(
                        WRONG_PICTURE, forged().sent(ClientDoor.ASY).ended("OK", "square", "task 1\ntask 1 again\n")),
                new Forgery(
                        WRONG_OUTPUT, forged().sent(ClientDoor.ASY).ended("OK", "circle", "task 2\ntask 2 again\n")),
                new Forgery(
                        OUTPUT_TWICE,
                        forged().sent(ClientDoor.ASY).ended("OK", "circle", "task 1\ntask 1\ntask 1 again\n")),
                new Forgery(BLAMED, forged().sent(ClientDoor.ASY).accepted().ended("TIME_LIMIT")),
                new Forgery(
                        UNEARNED_FAULT, forged().sent(ClientDoor.ASY).accepted().ended("FLEET_FAULT")),
                new Forgery(
                        UNEXPLAINED, forged().sent(ClientDoor.ASY).accepted().vanished("the connection closed")),
                new Forgery(
                        NOT_TOLD, forged().sent(ClientDoor.WEBHOOK).accepted().ended()),
                new Forgery(
                        TOLD_TWICE,
                        forged().sent(ClientDoor.WEBHOOK)
                                .accepted()
                                .ended()
                                .told()
                                .told()),
                new Forgery(
                        TOLD_WRONG,
                        forged().sent(ClientDoor.WEBHOOK)
                                .accepted()
                                .told("failed")
                                .ended()),
                new Forgery(OVER_LIMIT, forged().granted(1, 2).granted(2, 2).granted(3, 2)),
                new Forgery(OVER_DISPATCHED, forged().sampled(6, 7, 0)),
                new Forgery(NOT_WHOLE, forged().struck(FaultKind.KILL_BACKEND).healed()),
                new Forgery(LEFT_BEHIND, forged().rested(true, REST).rested(false, resting(5, 0, List.of()))),
                new Forgery(UNPROVEN, forged().add(new HistoryEvent.Unproven(0, "Redis did not answer"))));
    }

    private static FleetRest resting(int slots, int queued, List<String> strays) {
        return new FleetRest(
                slots, queued, 0, 0, REST.lastingKeys(), REST.processes(), REST.cells(), strays, REST.files());
    }

    @ParameterizedTest
    @MethodSource("forgeries")
    void aBrokenPromiseIsFoundAndNothingElse(Forgery forgery) {
        assertEquals(List.of(forgery.broken), forgery.history.broken());
    }

    @Test
    void thereIsAForgeryForEveryPromise() {
        Set<ViolationKind> forged = EnumSet.noneOf(ViolationKind.class);
        forgeries().forEach(forgery -> forged.add(forgery.broken));

        assertEquals(EnumSet.allOf(ViolationKind.class), forged);
    }

    @Test
    void aGoodHistoryBreaksNothing() {
        ForgedHistory good = forged().rested(true, REST)
                .sent(ClientDoor.WEBHOOK)
                .accepted()
                .struck(FaultKind.KILL_BACKEND)
                .healed()
                .recovered()
                .ended()
                .told()
                .granted(1, 1)
                .released(1)
                .granted(2, 1)
                .released(2)
                .pass(60)
                .sampled(6, 6, 3)
                .rested(false, REST);

        assertEquals(List.of(), good.violations());
    }

    @Test
    void aTaskThatWasNeverAnsweredIsLostToo() {
        assertEquals(List.of(LOST), forged().sent(ClientDoor.RENDER).gaveUp().broken());
    }

    /** Neither a fault of its time nor one that comes after it tells how the task ended. */
    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void aTaskWhoseClientsRecordIsCutOffIsUnknownAndNoFaultExcusesIt(FaultKind kind) {
        ForgedHistory during = forged().struck(kind).sent(ClientDoor.ASY).accepted();
        ForgedHistory before =
                forged().sent(ClientDoor.WEBHOOK).accepted().pass(30).struck(kind);

        assertEquals(List.of(UNPROVEN), during.broken());
        assertEquals(List.of(UNPROVEN), before.broken());
    }

    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void aFaultThatStrikesLaterExcusesNoLostConnection(FaultKind kind) {
        ForgedHistory later = forged().sent(ClientDoor.ASY)
                .accepted()
                .vanished("closed")
                .struck(kind)
                .pass(10);

        assertEquals(List.of(UNEXPLAINED), later.broken());
    }

    @Test
    void aFaultWithoutAnEndIsNoExcuse() {
        ForgedHistory endless = forged().struck(FaultKind.KILL_QUEUE_SERVER)
                .pass(3600)
                .sent(ClientDoor.ASY)
                .vanished("closed")
                .rested(false, REST)
                .cutOff();

        assertEquals(List.of(UNPROVEN), endless.broken());
    }

    @Test
    void aHistoryThatEndsBeforeTheFleetWasSeenAtRestProvesNothing() {
        ForgedHistory cut = forged().rested(true, REST).sent(ClientDoor.ASY).ended();
        ForgedHistory secondFleet =
                forged().rested(true, REST).rested(true, REST).rested(false, REST);

        assertEquals(List.of(UNPROVEN), cut.cutOff().broken());
        assertEquals(List.of(UNPROVEN), secondFleet.broken());
        assertEquals(List.of(UNPROVEN), forged().cutOff().broken());
    }

    @Test
    void aTaskThatItsClientLeftNeedsNoEnd() {
        assertEquals(List.of(), forged().sent(ClientDoor.ASY).accepted().left().broken());
    }

    @Test
    void anEndWithoutItsOutputIsFound() {
        HistoryEvent.Ended silent = new HistoryEvent.Ended(1, 1, "OK", Optional.of("circle"), Optional.empty());

        assertEquals(
                List.of(WRONG_OUTPUT),
                forged().sent(ClientDoor.TASKS).add(silent).broken());
    }

    @Test
    void aPictureOfAFigureThatDrawsNoneIsFound() {
        ExpectedEnd failing = new ExpectedEnd("failing", "ASY_ERROR", Optional.empty(), Optional.of("task 1\n"));
        ForgedHistory drawn = forged().add(new HistoryEvent.Sent(0, 1, ClientDoor.ASY, failing))
                .ended("ASY_ERROR", "circle", "task 1\n");

        assertEquals(List.of(WRONG_PICTURE), drawn.broken());
    }

    /** Ports and times have digits as well. */
    @Test
    void digitsInAnErrorDoNotMakeATaskUnknown() {
        ForgedHistory refused = forged().struck(FaultKind.KILL_REDIS_EMPTY)
                .sent(ClientDoor.ASY)
                .vanished("cannot connect: 127.0.0.1:40404")
                .healed()
                .recovered();

        assertEquals(List.of(UNEXPLAINED), refused.broken());
    }

    @Test
    void unknownIsNotLostIfAFaultExplainsIt() {
        ForgedHistory killed = forged().sent(ClientDoor.ASY)
                .accepted()
                .struck(FaultKind.KILL_QUEUE_SERVER)
                .vanished("closed");

        assertEquals(List.of(), killed.broken());
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"KILL_BACKEND", "KILL_SCHEDULER", "TERM_QUEUE_SERVER", "ROLLING_RESTART", "KILL_REDIS"})
    void noOtherFaultExplainsALostConnection(FaultKind kind) {
        assertEquals(
                List.of(UNEXPLAINED),
                forged().sent(ClientDoor.ASY).struck(kind).vanished("closed").broken());
    }

    @Test
    void aFaultExplainsNothingLongAfterIt() {
        ForgedHistory late = forged().struck(FaultKind.KILL_QUEUE_SERVER)
                .healed()
                .recovered()
                .pass(60)
                .sent(ClientDoor.ASY)
                .vanished("closed");

        assertEquals(List.of(UNEXPLAINED), late.broken());
    }

    @Test
    void aFaultAfterWhichNothingCameBackExplainsNothingAfterThreeMinutes() {
        ForgedHistory stuck = forged().struck(FaultKind.KILL_QUEUE_SERVER)
                .healed()
                .pass(HistoryEvent.WholeAgain.LIMIT.toSeconds() + 60)
                .sent(ClientDoor.ASY)
                .vanished("closed");

        assertEquals(List.of(NOT_WHOLE, UNEXPLAINED), stuck.broken());
    }

    /** The pauses of a real plan are shorter than the time for which a fault excuses anything. */
    @Test
    void anExcuseHardlyReachesIntoTheNextFault() {
        ForgedHistory two = forged().struck(FaultKind.KILL_QUEUE_SERVER)
                .healed()
                .recovered()
                .pass(2)
                .struck(FaultKind.ROLLING_RESTART)
                .sent(ClientDoor.ASY)
                .vanished("closed");

        assertEquals(List.of(UNEXPLAINED), two.healed().recovered().broken());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNAVAILABLE", "QUEUE_FULL", "HTTP 503"})
    void theFleetIsUnavailableOnlyWhileRedisIs(String code) {
        assertEquals(
                List.of(UNEXPLAINED),
                forged().sent(ClientDoor.TASKS).ended(code).broken());
        assertEquals(
                List.of(),
                forged().sent(ClientDoor.TASKS)
                        .struck(FaultKind.STOP_REDIS)
                        .ended(code)
                        .broken());
    }

    @Test
    void noFaultExplainsThatATaskFailedForTheFleet() {
        for (FaultKind kind : FaultKind.values()) {
            assertEquals(
                    List.of(UNEARNED_FAULT),
                    forged().sent(ClientDoor.ASY)
                            .struck(kind)
                            .ended("FLEET_FAULT")
                            .broken(),
                    kind.option());
        }
    }

    @Test
    void aShellEndsWithItsBackend() {
        assertEquals(
                List.of(),
                forged().sent(ClientDoor.SHELL)
                        .struck(FaultKind.KILL_BACKEND)
                        .ended("FLEET_FAULT")
                        .broken());
        assertEquals(
                List.of(UNEARNED_FAULT),
                forged().sent(ClientDoor.SHELL).ended("FLEET_FAULT").broken());
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_FREE_BACKEND", "HALTED"})
    void onlyAShellMakesRoomForOthers(String code) {
        assertEquals(List.of(), forged().sent(ClientDoor.SHELL).ended(code).broken());
        assertEquals(List.of(BLAMED), forged().sent(ClientDoor.ASY).ended(code).broken());
    }

    @Test
    void aTaskTimesOutOnlyIfItWaitedWhileSomethingWasBroken() {
        assertEquals(
                List.of(),
                forged().sent(ClientDoor.ASY)
                        .struck(FaultKind.BACKENDS_GONE)
                        .pass(40)
                        .ended("QUEUE_TIMEOUT")
                        .broken());
        assertEquals(
                List.of(UNEXPLAINED),
                forged().sent(ClientDoor.ASY)
                        .struck(FaultKind.BACKENDS_GONE)
                        .pass(20)
                        .ended("QUEUE_TIMEOUT")
                        .broken());
        assertEquals(
                List.of(UNEXPLAINED),
                forged().sent(ClientDoor.ASY).pass(40).ended("QUEUE_TIMEOUT").broken());
    }

    @Test
    void aTaskThatWasAcceptedIsNotTurnedAwayLater() {
        assertEquals(
                List.of(LOST),
                forged().sent(ClientDoor.ASY)
                        .accepted()
                        .struck(FaultKind.STOP_REDIS)
                        .ended("UNAVAILABLE")
                        .broken());
    }

    @Test
    void anUnknownTaskIsLostUnlessRedisForgotIt() {
        assertEquals(
                List.of(LOST),
                forged().sent(ClientDoor.TASKS)
                        .accepted()
                        .vanished("unknown to the fleet (404)")
                        .broken());
        assertEquals(
                List.of(),
                forged().sent(ClientDoor.TASKS)
                        .accepted()
                        .struck(FaultKind.KILL_REDIS_EMPTY)
                        .vanished("unknown to the fleet (404)")
                        .broken());
    }

    @Test
    void anErrorThatAClientGotOverMustBeExplainedToo() {
        ForgedHistory stumbled =
                forged().sent(ClientDoor.TASKS).accepted().stumbled("HTTP 503").ended();

        assertEquals(List.of(UNEXPLAINED), stumbled.broken());
    }

    @Test
    void aWebhookMayBeToldAgainWhenItsServerDied() {
        ForgedHistory again = forged().sent(ClientDoor.WEBHOOK)
                .accepted()
                .ended()
                .told()
                .struck(FaultKind.KILL_QUEUE_SERVER)
                .told();

        assertEquals(List.of(), again.broken());
    }

    @Test
    void requestsMayOverlapWhereTheDocumentsExceptIt() {
        assertEquals(
                List.of(),
                forged().granted(1, 1)
                        .struck(FaultKind.KILL_QUEUE_SERVER)
                        .granted(2, 1)
                        .healed()
                        .recovered()
                        .broken());
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"SLOW_REDIS", "CUT_CLIENTS", "HALF_OPEN_CLIENTS", "KILL_SCHEDULER"})
    void noOtherFaultLetsMoreRequestsInThanTheirLimit(FaultKind kind) {
        assertEquals(List.of(OVER_LIMIT), overlapping(kind, 5).broken());
    }

    @Test
    void aLeaseOutlivesARedisThatIsAwayForAMoment() {
        assertEquals(List.of(OVER_LIMIT), overlapping(FaultKind.KILL_REDIS, 0).broken());
        assertEquals(List.of(), overlapping(FaultKind.KILL_REDIS, 3).broken());
        assertEquals(List.of(), overlapping(FaultKind.STOP_REDIS, 5).broken());
    }

    /** Two requests of the same type at the limit of one, just after a fault that lasted a second longer than this. */
    private static ForgedHistory overlapping(FaultKind kind, double seconds) {
        return forged().granted(1, 1)
                .struck(kind)
                .pass(seconds)
                .healed()
                .granted(2, 1)
                .recovered();
    }

    /** In a soak nothing waits for a whole fleet. */
    @Test
    void aFaultExcusesUntilItIsOverItselfThoughOthersStrikeMeanwhile() {
        ForgedHistory soak = forged().struck(FaultKind.KILL_QUEUE_SERVER)
                .struck(FaultKind.KILL_SCHEDULER)
                .pass(10)
                .sent(ClientDoor.ASY)
                .vanished("closed")
                .healed(1)
                .recovered(1)
                .healed(2)
                .recovered(2);

        assertEquals(List.of(), soak.broken());
    }

    @Test
    void aTaskThatLostItsBackendThreeTimesMayFail() {
        ForgedHistory thrice = forged().sent(ClientDoor.ASY)
                .struck(FaultKind.KILL_BACKEND)
                .struck(FaultKind.STOP_BACKEND)
                .struck(FaultKind.CUT_BACKEND)
                .ended("FLEET_FAULT");

        assertEquals(List.of(), thrice.broken());
    }

    @Test
    void theLimitOfTheSlowerLevelCountsAsWell() {
        assertEquals(List.of(OVER_DISPATCHED), forged().sampled(6, 5, 4).broken());
    }

    @Test
    void whileSlotsComeAndGoDispatchesAreNotJudged() {
        assertEquals(
                List.of(),
                forged().struck(FaultKind.KILL_BACKEND).sampled(4, 6, 0).broken());
        assertEquals(
                List.of(OVER_DISPATCHED),
                forged().struck(FaultKind.KILL_SCHEDULER)
                        .sampled(4, 6, 0)
                        .healed()
                        .recovered()
                        .broken());
    }

    static Stream<FleetRest> leftovers() {
        ProcessSample grown = ForgedHistory.process(60, 90, 120);
        ProcessSample leaking = ForgedHistory.process(300, 20, 120);
        ProcessSample fat = ForgedHistory.process(60, 20, 900);
        ProcessSample busy = new ProcessSample("backend1", 120, 20, 60, 300);
        return Stream.of(
                resting(6, 1, List.of()),
                resting(6, 0, List.of("17 asy")),
                new FleetRest(6, 0, 1, 0, List.of(), REST.processes(), 6, List.of(), List.of()),
                new FleetRest(6, 0, 0, 1, List.of(), REST.processes(), 6, List.of(), List.of()),
                new FleetRest(6, 0, 0, 0, List.of("left"), REST.processes(), 6, List.of(), List.of()),
                new FleetRest(6, 0, 0, 0, List.of(), REST.processes(), 7, List.of(), List.of()),
                new FleetRest(6, 0, 0, 0, List.of(), REST.processes(), 6, List.of(), List.of("backend1/victim")),
                new FleetRest(6, 0, 0, 0, List.of(), List.of(grown), 6, List.of(), List.of()),
                new FleetRest(6, 0, 0, 0, List.of(), List.of(leaking), 6, List.of(), List.of()),
                new FleetRest(6, 0, 0, 0, List.of(), List.of(fat), 6, List.of(), List.of()),
                new FleetRest(6, 0, 0, 0, List.of(), List.of(busy), 6, List.of(), List.of()),
                new FleetRest(6, 0, 0, 0, List.of(), List.of(), 6, List.of(), List.of()));
    }

    @ParameterizedTest
    @MethodSource("leftovers")
    void everythingMustBeBackAtTheEnd(FleetRest after) {
        assertEquals(
                List.of(LEFT_BEHIND),
                forged().rested(true, REST).rested(false, after).broken());
    }

    @Test
    void aViolationSaysWhatWasSeen() {
        Violation violation = forged().sent(ClientDoor.ASY)
                .accepted()
                .ended("TIME_LIMIT")
                .violations()
                .get(0);

        assertTrue(
                violation.toString().contains("task 1: ASY, nap: TIME_LIMIT after 2.0 s, expected OK"),
                violation::toString);
    }
}
