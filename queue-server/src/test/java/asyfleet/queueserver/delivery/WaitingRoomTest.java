package asyfleet.queueserver.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.launch.FakeOwner;
import asyfleet.queueserver.submission.TaskRequest;
import asyfleet.redis.queueserver.ReadUpdates;
import asyfleet.redis.queueserver.TaskUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {

    private final List<List<String>> reads = new ArrayList<>();
    private final List<CompletableFuture<List<TaskUpdate>>> replies = new ArrayList<>();
    private final List<String> renewed = new ArrayList<>();
    private final WaitingTasks room = new WaitingTasks(Runnable::run, this::read, this::renew);

    @Test
    void aWakeUpReadsOnlyTheTasksOfThisServer() {
        room.enter("1", task());
        room.wakeUp(List.of("1", "2"));

        assertEquals(List.of(List.of("1")), reads);
    }

    @Test
    void wakeUpsDuringAReadAreReadTogetherAfterIt() {
        enter(3);
        room.wakeUp(List.of("0"));
        room.wakeUp(List.of("1"));
        room.wakeUp(List.of("2", "1"));
        replies.get(0).complete(List.of());

        assertEquals(List.of(List.of("0"), List.of("1", "2")), reads);
    }

    @Test
    void aWakeUpThatCameBeforeTheReplyToItsSubmissionIsNotLost() {
        room.wakeUp(List.of("7"));
        room.enter("7", task());

        assertEquals(List.of(List.of("7")), reads);
    }

    @Test
    void aSweepReadsEveryTaskInBoundedChunks() {
        enter(ReadUpdates.MOST_PER_CALL + 1);
        room.sweep();
        replies.get(0).complete(List.of());

        assertEquals(
                List.of(ReadUpdates.MOST_PER_CALL, 1),
                reads.stream().map(List::size).toList());
    }

    @Test
    void aTaskThatLeftIsNotRead() {
        room.enter("1", task());
        room.leave("1");
        room.sweep();

        assertEquals(List.of(), reads);
    }

    @Test
    void aReadThatFailedIsMadeUpByTheNextSweep() {
        room.enter("1", task());
        room.wakeUp(List.of("1"));
        replies.get(0).completeExceptionally(new IllegalStateException("no answer"));
        room.sweep();

        assertEquals(2, reads.size());
    }

    @Test
    void everyTaskIsRenewed() {
        enter(ReadUpdates.MOST_PER_CALL + 1);
        room.renew();

        assertEquals(ReadUpdates.MOST_PER_CALL + 1, renewed.stream().distinct().count());
    }

    private void enter(int tasks) {
        IntStream.range(0, tasks).forEach(id -> room.enter(Integer.toString(id), task()));
    }

    private CompletionStage<List<TaskUpdate>> read(List<String> ids) {
        reads.add(ids);
        replies.add(new CompletableFuture<>());
        return replies.get(replies.size() - 1);
    }

    private CompletionStage<List<String>> renew(List<String> ids) {
        renewed.addAll(ids);
        return CompletableFuture.completedFuture(List.of());
    }

    /** One that only waits. */
    private TaskFlow task() {
        FlowContext context = new FlowContext(null, room, null, RetryPolicy.DEFAULT);
        TaskRequest request = new TaskRequest(Map.of(), "", TaskOptions.DEFAULT, 2);
        return new TaskFlow(request, message -> {}, new FakeOwner(), context);
    }
}
