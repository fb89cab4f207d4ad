package asyfleet.queueserver.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.FakeQueueServerStore;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.redis.queueserver.TaskUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitingTasksTest extends FakeQueueServerStore {

    private static final TaskRequest REQUEST = new TaskRequest(Map.of(), "", TaskOptions.DEFAULT, 2);

    private final List<List<String>> reads = new ArrayList<>();
    private final List<CompletableFuture<List<TaskUpdate>>> replies = new ArrayList<>();
    private final List<String> renewed = new ArrayList<>();
    private final WaitingTasks waiting = new WaitingTasks(this);

    @Test
    void aWakeUpReadsOnlyTheTasksOfThisServer() {
        waiting.enter("1", task());
        wakeUp("1", "2");

        assertEquals(List.of(List.of("1")), reads);
    }

    @Test
    void wakeUpsDuringAReadAreReadTogetherAfterIt() {
        enter(3);
        wakeUp("0");
        wakeUp("1");
        wakeUp("2", "1");
        replies.get(0).complete(List.of());

        assertEquals(List.of(List.of("0"), List.of("1", "2")), reads);
    }

    @Test
    void aWakeUpThatCameBeforeTheReplyToItsSubmissionIsNotLost() {
        wakeUp("7");
        waiting.enter("7", task());

        assertEquals(List.of(List.of("7")), reads);
    }

    @Test
    void newsThatTheWakeUpTellsIsNotRead() {
        waiting.enter("1", task());
        waiting.wakeUp(List.of(estimate("1"), estimate("2")));

        assertEquals(List.of(), reads);
    }

    @Test
    void newsThatWasToldBeforeTheReplyToItsSubmissionIsNotRead() {
        waiting.wakeUp(List.of(estimate("7")));
        waiting.enter("7", task());

        assertEquals(List.of(), reads);
    }

    private static TaskUpdate estimate(String id) {
        return new TaskUpdate(
                id,
                Optional.empty(),
                Optional.of(Duration.ofSeconds(2)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void aSweepReadsEveryTaskInBoundedChunks() {
        enter(MOST_PER_CALL + 1);
        waiting.sweep();
        replies.get(0).complete(List.of());

        assertEquals(List.of(MOST_PER_CALL, 1), reads.stream().map(List::size).toList());
    }

    @Test
    void aTaskThatLeftIsNotRead() {
        waiting.enter("1", task());
        waiting.leave("1");
        waiting.sweep();

        assertEquals(List.of(), reads);
    }

    @Test
    void aReadThatFailedIsMadeUpByTheNextSweep() {
        waiting.enter("1", task());
        wakeUp("1");
        replies.get(0).completeExceptionally(new IllegalStateException("no answer"));
        waiting.sweep();

        assertEquals(2, reads.size());
    }

    @Test
    void everyTaskIsRenewed() {
        enter(MOST_PER_CALL + 1);
        waiting.renew();

        assertEquals(MOST_PER_CALL + 1, renewed.stream().distinct().count());
    }

    @Test
    void whoWaitsIsToldEachPartThatTheFleetHasNoneOf() {
        FakeFleet fleet = new FakeFleet();
        fleet.start(REQUEST);
        fleet.waiting.scheduler(false);
        fleet.waiting.scheduler(false);
        fleet.waiting.backends(false);
        fleet.waiting.scheduler(true);
        fleet.waiting.backends(true);
        fleet.owner.runAll();

        assertEquals(
                Stream.of(
                                Set.of(Absence.SCHEDULERS),
                                Set.of(Absence.values()),
                                Set.of(Absence.BACKENDS),
                                Set.<Absence>of())
                        .map(ServerMessage.Queue::without)
                        .toList(),
                fleet.told);
    }

    @Test
    void whoComesLaterIsToldAtOnce() {
        FakeFleet fleet = new FakeFleet();
        fleet.waiting.scheduler(false);
        fleet.start(REQUEST);

        assertEquals(List.of(ServerMessage.Queue.without(Set.of(Absence.SCHEDULERS))), fleet.told);
    }

    private void wakeUp(String... ids) {
        waiting.wakeUp(Stream.of(ids).map(TaskUpdate::untold).toList());
    }

    private void enter(int tasks) {
        IntStream.range(0, tasks).forEach(id -> waiting.enter(Integer.toString(id), task()));
    }

    @Override
    public CompletionStage<List<TaskUpdate>> readUpdates(List<String> ids) {
        reads.add(ids);
        replies.add(new CompletableFuture<>());
        return replies.get(replies.size() - 1);
    }

    @Override
    public CompletionStage<List<String>> renew(List<String> ids) {
        renewed.addAll(ids);
        return CompletableFuture.completedFuture(List.of());
    }

    /** One that only waits. */
    private TaskFlow task() {
        FlowContext context = new FlowContext(this, waiting, null, RetryPolicy.DEFAULT);
        return new TaskFlow(new ClientTask(REQUEST, TestTerms.PLAIN, new FakeOwner()), message -> {}, context);
    }
}
