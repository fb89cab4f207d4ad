package asyfleet.queueserver.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.WaitingBounds;
import asyfleet.redis.schema.DenialRecord;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TaskFlowTest {

    private static final TaskRequest FIGURE = request(false);
    private static final TaskRequest SHELL = request(true);
    private static final ServerMessage.Complete DONE = new ServerMessage.Complete(true, null, 12L, null);
    private static final ServerMessage.Queue PASSED = new ServerMessage.Queue(true, null);

    private final FakeFleet fleet = new FakeFleet();

    @Test
    void aTaskWaitsRunsAndCompletes() {
        fleet.start(FIGURE);
        fleet.estimate(Duration.ofMillis(1500));
        fleet.run();
        fleet.say(output("hello"));
        fleet.say(image());
        fleet.say(DONE);

        assertEquals(
                List.of(new ServerMessage.Queue(false, 1500L), PASSED, output("hello"), image(), DONE), fleet.told);
        assertEquals(List.of("submit", "connect", "remove 1"), fleet.log);
    }

    @Test
    void aTaskThatAnotherProgramAnswersIsCountedForIt() {
        fleet.process = null;
        fleet.start(FIGURE);
        fleet.run();
        fleet.say(DONE);

        assertEquals(List.of("submit", "connect", "count 1 true 12", "remove 1"), fleet.log);
    }

    @Test
    void aTaskThatAnotherQueueServerBeganGoesAheadOfTheQueueAndIsNotRefused() {
        fleet.startAgain(FIGURE);
        fleet.run();
        fleet.say(DONE);

        assertEquals(List.of("submit again", "connect", "remove 1"), fleet.log);
        assertEquals(List.of(PASSED, DONE), fleet.told);
    }

    @Test
    void aFullQueueIsADenialWithTheNumbers() {
        fleet.refusal = new Submission.QueueFull(200, 200);
        fleet.start(FIGURE);

        assertEquals(
                List.of(new ServerMessage.Denied("Queue full: 200 tasks queued (max: 200)", EndCode.QUEUE_FULL)),
                fleet.told);
    }

    @Test
    void aCallerWhoseShareIsFullIsDeniedWithTheNumbers() {
        fleet.refusal = new Submission.CallerFull(50, WaitingBounds.shared(200, 25));
        fleet.start(FIGURE);

        String error = "Too many tasks: 50 of this caller wait; expected at most 50 of the 200 places in the queue";
        assertEquals(List.of(new ServerMessage.Denied(error, EndCode.TOO_MANY_TASKS)), fleet.told);
    }

    @Test
    void aDenialOfTheSchedulerReachesTheClient() {
        fleet.start(FIGURE);
        fleet.denied(new DenialRecord(EndCode.QUEUE_TIMEOUT, "Waited too long"));

        assertEquals(List.of(new ServerMessage.Denied("Waited too long", EndCode.QUEUE_TIMEOUT)), fleet.told);
    }

    @Test
    void anUnansweredSubmissionIsSentAgainWithTheSameNonce() {
        fleet.redisAnswers = false;
        fleet.start(FIGURE);
        fleet.redisAnswers = true;
        fleet.owner.passTime(Duration.ofMillis(500));

        assertEquals(fleet.nonces.get(0), fleet.nonces.get(1));
        assertEquals(List.of(), fleet.told);
    }

    @Test
    void aNewClientOfARedisThatStaysAwayIsDeniedAfterItsPatience() {
        fleet.redisAnswers = false;
        fleet.start(FIGURE);
        fleet.owner.passTime();
        fleet.owner.passTime();

        ServerMessage.Denied denied = assertInstanceOf(ServerMessage.Denied.class, fleet.told.get(0));
        assertEquals(EndCode.UNAVAILABLE, denied.code());
    }

    @Test
    void aTaskThatTheApiHasAcceptedWaitsForAsLongAsRedisIsAway() {
        fleet.redisAnswers = false;
        fleet.startStored(FIGURE);
        fleet.owner.passTime(Duration.ofMinutes(10));
        assertEquals(List.of(), fleet.told);

        fleet.redisAnswers = true;
        fleet.owner.passTime(Duration.ofSeconds(2));
        fleet.run();

        assertEquals(List.of(PASSED), fleet.told);
    }

    @Test
    void whatRedisMayStillReadOfADeniedClientIsWithdrawnOnceItAnswers() {
        fleet.redisAnswers = false;
        fleet.start(FIGURE);
        fleet.owner.passTime(Duration.ofMillis(500));
        fleet.owner.passTime(Duration.ofMillis(500));
        assertInstanceOf(ServerMessage.Denied.class, fleet.told.get(0));
        fleet.owner.passTime(Duration.ofSeconds(2));

        fleet.submittedUnheard = "7";
        fleet.redisAnswers = true;
        fleet.owner.passTime(Duration.ofSeconds(2));

        assertEquals("abandon 7", fleet.log.get(fleet.log.size() - 1));
        assertEquals(1, fleet.told.size());
    }

    @Test
    void aClientThatLeavesBeforeRedisAnswersLeavesNothingBehind() {
        fleet.redisAnswers = false;
        fleet.commandTimeout = Duration.ofMillis(700);
        TaskFlow task = fleet.start(FIGURE);
        task.abort(EndCode.ABORTED);
        fleet.redisAnswers = true;
        fleet.submittedUnheard = "7";
        fleet.owner.passTime(Duration.ofMillis(700));

        assertEquals(List.of("submit", "withdraw", "abandon 7"), fleet.log);
    }

    @Test
    void itsPatienceIsMeasuredByTheClockAndNotByTheTries() {
        fleet.redisAnswers = false;
        fleet.commandTimeout = Duration.ofMillis(700);
        fleet.start(FIGURE);
        fleet.owner.passTime(Duration.ofMillis(700));
        fleet.owner.passTime(Duration.ofMillis(299));
        assertEquals(List.of(), fleet.told);

        fleet.owner.passTime(Duration.ofMillis(1));
        assertInstanceOf(ServerMessage.Denied.class, fleet.told.get(0));
    }

    @Test
    void aTaskThatIsAcceptedWhenItsClientHasLostPatienceIsGivenUp() {
        fleet.redisAnswers = false;
        fleet.start(FIGURE);
        fleet.late = new CompletableFuture<>();
        fleet.owner.passTime(Duration.ofMillis(500));
        fleet.owner.passTime(Duration.ofMillis(500));
        fleet.late.complete(new Submission.Accepted("7"));
        fleet.owner.runAll();

        assertEquals(1, fleet.told.size());
        assertEquals("abandon 7", fleet.log.get(fleet.log.size() - 1));
    }

    @Test
    void anAcceptedClientWaitsForRedisAsLongAsItTakes() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.redisAnswers = false;
        task.forgotten("1");
        fleet.owner.runAll();
        for (int i = 0; i < 5; i++) {
            fleet.owner.passTime();
        }
        fleet.redisAnswers = true;
        fleet.owner.passTime();
        fleet.run();
        fleet.say(DONE);

        assertEquals(List.of(PASSED, DONE), fleet.told);
    }

    @Test
    void aTaskThatRedisForgotIsSubmittedAgainUnderANewNonce() {
        TaskFlow task = fleet.start(FIGURE);
        task.forgotten("1");
        fleet.owner.runAll();

        assertEquals(List.of("submit", "submit again"), fleet.log);
        assertNotEquals(fleet.nonces.get(0), fleet.nonces.get(1));
    }

    @Test
    void aSlotThatCannotBeReachedAfterRedisForgotItsTaskIsNoLossOfTheNextRun() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.address();
        fleet.late = new CompletableFuture<>();
        task.forgotten("1");
        fleet.owner.runAll();
        fleet.link.failed(new ConnectException("refused"));
        fleet.owner.runAll();

        assertEquals(List.of("submit", "connect", "submit again"), fleet.log);
    }

    @Test
    void aRunningTaskThatRedisForgotGoesOn() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.run();
        task.forgotten("1");
        fleet.owner.runAll();
        fleet.say(DONE);

        assertEquals(List.of(PASSED, DONE), fleet.told);
    }

    @Test
    void aTaskNamesAllBackendProcessesThatItWasLostOn() {
        fleet.process = "bad";
        fleet.start(FIGURE);
        assertEquals(Set.of(), fleet.avoided);
        fleet.run();
        fleet.loseBackend();
        assertEquals(Set.of("bad"), fleet.avoided);

        fleet.process = "worse";
        fleet.address();
        fleet.link.failed(new ConnectException("refused"));
        fleet.owner.passTime(Duration.ofSeconds(4));
        assertEquals(Set.of("bad", "worse"), fleet.avoided);
    }

    @Test
    void whoShowsAStateIsToldThatATaskWhoseBackendIsLostWaitsAgain() {
        fleet.start(FIGURE);
        fleet.run();
        fleet.loseBackend();
        fleet.estimate(Duration.ofMillis(1500));
        assertEquals(
                List.of(new ServerMessage.Queue(false, null), new ServerMessage.Queue(false, 1500L)), fleet.toldAgain);
        fleet.run();

        assertEquals(PASSED, fleet.toldAgain.get(2));
        assertEquals(List.of(PASSED), fleet.told);
    }

    @Test
    void aTaskWhoseBackendIsLostRunsAgainBehindTheClientsBack() {
        fleet.start(FIGURE);
        fleet.run();
        fleet.say(output("one "));
        fleet.loseBackend();
        fleet.run();
        fleet.say(output("one two"));
        fleet.say(DONE);

        assertEquals(List.of(PASSED, output("one "), output("two"), DONE), fleet.told);
        assertTrue(fleet.log.containsAll(List.of("abandon 1", "submit again")), fleet.log.toString());
    }

    @Test
    void anImageOfARunThatWasLostIsNotSent() {
        fleet.start(FIGURE);
        fleet.run();
        fleet.say(image());
        fleet.loseBackend();
        fleet.run();
        fleet.say(image());
        fleet.say(DONE);

        assertEquals(List.of(PASSED, image(), DONE), fleet.told);
    }

    @Test
    void aSlotThatCannotBeReachedCountsAsLost() {
        fleet.start(FIGURE);
        fleet.address();
        fleet.link.failed(new ConnectException("refused"));
        fleet.owner.runAll();

        assertTrue(fleet.log.containsAll(List.of("abandon 1", "submit again")), fleet.log.toString());
        assertEquals(List.of(), fleet.told);
    }

    @Test
    void afterTwoMoreRunsTheFleetIsToBlameAndNotTheProgram() {
        fleet.start(FIGURE);
        for (int run = 0; run < 3; run++) {
            fleet.run();
            fleet.loseBackend();
            fleet.owner.passTime();
        }

        ServerMessage.Complete end = assertInstanceOf(ServerMessage.Complete.class, fleet.told.get(1));
        assertEquals(EndCode.FLEET_FAULT, end.verdict().code());
        assertEquals(Stage.FLEET, end.verdict().stage());
        assertEquals(
                "the fault is not in the program; try again",
                end.verdict().details().hint());
        assertEquals(2, fleet.told.size());
    }

    @Test
    void theLastRunWaitsForTheFaultToPass() {
        loseTwoBackends();

        fleet.owner.passTime(Duration.ofMillis(3999));
        assertEquals(2, fleet.nonces.size());
        fleet.owner.passTime(Duration.ofMillis(1));
        fleet.run();
        fleet.say(DONE);
        assertEquals(List.of(PASSED, DONE), fleet.told);
    }

    @Test
    void aClientMayLeaveWhileItsTaskWaitsForTheFaultToPass() {
        TaskFlow task = loseTwoBackends();
        task.abort();
        fleet.owner.passTime();

        assertEquals(2, fleet.nonces.size());
        assertEquals(List.of(PASSED), fleet.told);
    }

    private TaskFlow loseTwoBackends() {
        TaskFlow task = fleet.start(FIGURE);
        for (int run = 0; run < 2; run++) {
            fleet.run();
            fleet.loseBackend();
        }
        return task;
    }

    @Test
    void aFaultOfTheFleetThatASlotReportsIsRepairedToo() {
        fleet.start(FIGURE);
        fleet.run();
        fleet.say(new ServerMessage.Complete(
                false, "no space left", null, Verdict.of(EndCode.FLEET_FAULT, Stage.SANDBOX)));

        assertEquals(List.of(PASSED), fleet.told);
        assertTrue(fleet.log.contains("submit again"), fleet.log.toString());
    }

    @Test
    void anInteractiveTaskIsNotRunAgain() {
        fleet.start(SHELL);
        fleet.run();
        fleet.loseBackend();

        ServerMessage.Complete end = assertInstanceOf(ServerMessage.Complete.class, fleet.told.get(1));
        assertEquals(EndCode.FLEET_FAULT, end.verdict().code());
    }

    @Test
    void aHaltedTaskIsToldSoAndItsSlotIsFreed() {
        fleet.start(SHELL);
        fleet.run();
        fleet.duration(Duration.ZERO);

        ServerMessage.Complete end = assertInstanceOf(ServerMessage.Complete.class, fleet.told.get(1));
        assertEquals(EndCode.HALTED, end.verdict().code());
        assertTrue(fleet.log.contains("hang up"), fleet.log.toString());
    }

    @Test
    void aClientIsToldOfADowngradeButNotOfItsOwnWish() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.run();
        task.shorten(20_000);
        fleet.duration(Duration.ofSeconds(10));

        assertEquals(List.of(10_000), fleet.toldShortened);
    }

    @Test
    void aDowngradeBeforeTheSlotIsConnectedIsToldAfterTheWait() {
        fleet.start(FIGURE);
        fleet.address();
        fleet.duration(Duration.ofSeconds(10));
        assertEquals(List.of(), fleet.toldShortened);
        fleet.link.opened(fleet);
        fleet.owner.runAll();

        assertEquals(List.of(10_000), fleet.toldShortened);
    }

    @Test
    void aTaskThatWaitsIsToldWhatTheFleetHasNoneOfAndWhenItHasItAgain() {
        TaskFlow task = fleet.start(FIGURE);
        task.without(Set.of(Absence.BACKENDS));
        task.without(Set.of());
        fleet.owner.runAll();

        assertEquals(
                List.of(ServerMessage.Queue.without(Set.of(Absence.BACKENDS)), new ServerMessage.Queue(false, null)),
                fleet.told);
    }

    @Test
    void aWaitThatWasTooLongIsExplainedByWhatTheFleetHadNoneOf() {
        TaskFlow task = fleet.start(FIGURE);
        task.without(Set.of(Absence.BACKENDS));
        fleet.denied(new DenialRecord(EndCode.QUEUE_TIMEOUT, "Waited 5 ms"));

        assertEquals(
                new ServerMessage.Denied("Waited 5 ms: no machine is up", EndCode.QUEUE_TIMEOUT), fleet.told.get(1));
    }

    @Test
    void theNextRunIsNotHeldToADowngradeOfTheLost() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.run();
        fleet.duration(Duration.ofSeconds(3));
        task.shorten(20_000);
        fleet.loseBackend();
        fleet.sent.clear();
        fleet.run();

        assertEquals(List.of(ClientMessage.Options.timeout(20_000)), fleet.sent);
    }

    @Test
    void aTaskThatRedisForgotIsNotHeldToWhatTheSchedulerDecidedBefore() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.duration(Duration.ofSeconds(3));
        task.forgotten("1");
        fleet.owner.runAll();
        fleet.run();

        assertEquals(List.of(), fleet.sent);
    }

    @Test
    void aTaskThatWaitsWithoutASchedulerIsDeniedAfterAWhile() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.owner.passTime(Duration.ofSeconds(59));
        task.unscheduled();
        fleet.owner.runAll();
        assertEquals(List.of(), fleet.told);

        fleet.owner.passTime(Duration.ofSeconds(1));
        task.unscheduled();
        fleet.owner.runAll();

        ServerMessage.Denied denied = assertInstanceOf(ServerMessage.Denied.class, fleet.told.get(0));
        assertEquals(EndCode.UNAVAILABLE, denied.code());
        assertEquals(List.of("submit", "remove 1"), fleet.log);
    }

    @Test
    void aTaskThatRunsNeedsNoScheduler() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.run();
        fleet.owner.passTime(Duration.ofSeconds(70));
        task.unscheduled();
        fleet.owner.runAll();

        assertEquals(List.of(PASSED), fleet.told);
    }

    @Test
    void aClientThatLeavesWhileItWaitsAbandonsItsTask() {
        fleet.start(FIGURE).abort();

        assertEquals(List.of("submit", "abandon 1"), fleet.log);
        assertEquals(List.of(), fleet.told);
    }

    @Test
    void aClientThatLeavesWhileItRunsHangsUp() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.run();
        task.abort();
        fleet.say(DONE);

        assertTrue(fleet.log.containsAll(List.of("hang up", "remove 1")), fleet.log.toString());
        assertEquals(List.of(PASSED), fleet.told);
    }

    @Test
    void aClientThatLeftBeforeTheReplyLeavesNoTaskBehind() {
        fleet.redisAnswers = false;
        TaskFlow task = fleet.start(FIGURE);
        task.abort();
        fleet.redisAnswers = true;
        fleet.owner.passTime();

        assertEquals(List.of("submit", "withdraw"), fleet.log);
    }

    @Test
    void aConnectionThatOpensAfterTheClientLeftIsClosed() {
        TaskFlow task = fleet.start(FIGURE);
        fleet.address();
        task.abort();
        fleet.link.opened(fleet);
        fleet.owner.runAll();

        assertEquals(List.of("submit", "connect", "abandon 1", "hang up"), fleet.log);
    }

    @Test
    void aSlotThatSaysWhatSlotsNeverSayIsLost() {
        fleet.start(FIGURE);
        fleet.run();
        fleet.say(new ServerMessage.Denied("no", null));

        assertTrue(fleet.log.contains("submit again"), fleet.log.toString());
    }

    private static ServerMessage.Output output(String text) {
        return new ServerMessage.Output(OutputStreamName.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }

    private static ServerMessage.Result image() {
        return new ServerMessage.Result(Format.SVG, "<svg/>".getBytes(StandardCharsets.UTF_8));
    }

    private static TaskRequest request(boolean interactive) {
        TaskOptions options = new TaskOptions(interactive, null, Format.SVG, StderrMode.STDOUT, 0);
        return new TaskRequest(Map.of("main.asy", new byte[] {';'}), "main.asy", options, 2);
    }
}
