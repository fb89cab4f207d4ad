package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.schema.TaskRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims whose answers do not come. Task 1 is for slot a, task 2 for slot b. */
@Tag("slow")
class ClaimerTest {

    private final List<List<ClaimTasks.ClaimRequest>> sent = new CopyOnWriteArrayList<>();
    private MemberFixture fleet;
    private FakeBackendStore store;

    @AfterEach
    void stop() {
        fleet.close();
    }

    @Test
    void aBatchIsClaimedInOneRoundTrip() {
        claim(requests -> CompletableFuture.completedFuture(List.of(won("1"), new Claim.Gone("2"))));
        awaitStarted("1");
        assertEquals(List.of(List.of("1", "2")), tasksSent());
        // The slot of the task that is gone is free again.
        Awaitility.await()
                .until(() -> store.happened.equals(List.of("take over 2", "a claims 1", "b claims 2", "read 1")));
    }

    @Test
    void aClaimOfUnknownOutcomeIsSentAgainUnderTheSameAddress() {
        claim(requests -> sent.size() == 1 ? unknown() : answer(requests));
        awaitStarted("1", "2");
        assertEquals(List.of(List.of("1", "2"), List.of("1"), List.of("2")), tasksSent());
        assertEquals(sent.get(0), List.of(sent.get(1).get(0), sent.get(2).get(0)));
    }

    @Test
    void aClaimThatFailsForAReasonOfItsOwnDoesNotHoldUpOthers() {
        claim(requests -> isFirst(requests.get(0)) && sent.size() < 5 ? unknown() : answer(requests));
        awaitStarted("2", "1");
    }

    @Test
    void aTaskThatWasLostOnThisProcessIsHandedBackAndNotClaimed() {
        store = new FakeBackendStore();
        fleet = new MemberFixture(store, "a", "b");
        store.lastRead()
                .complete(List.of(
                        new Dispatched("1-1", "1", false, Set.of("another", store.consumer())),
                        new Dispatched("1-2", "2", false, Set.of("another"))));

        Awaitility.await().until(() -> store.happened.contains("hand back 1"));
        assertTrue(store.happened.contains("a claims 2"), store.happened.toString());
        assertFalse(store.happened.contains("b claims 1"), store.happened.toString());
    }

    private void claim(Function<List<ClaimTasks.ClaimRequest>, CompletionStage<List<Claim>>> redis) {
        store = new FakeBackendStore() {
            @Override
            public CompletionStage<List<Claim>> claim(List<ClaimTasks.ClaimRequest> requests) {
                super.claim(requests);
                sent.add(requests);
                return redis.apply(requests);
            }
        };
        fleet = new MemberFixture(store, "a", "b");
        store.lastRead().complete(List.of(new Dispatched("1-1", "1"), new Dispatched("1-2", "2")));
    }

    private void awaitStarted(String... expected) {
        Awaitility.await().until(() -> fleet.runner.started().equals(List.of(expected)));
    }

    private List<List<String>> tasksSent() {
        return sent.stream()
                .map(requests ->
                        requests.stream().map(request -> request.task().id()).toList())
                .toList();
    }

    private static boolean isFirst(ClaimTasks.ClaimRequest request) {
        return request.task().id().equals("1");
    }

    private static CompletionStage<List<Claim>> unknown() {
        return CompletableFuture.failedFuture(new TimeoutException("no answer"));
    }

    private static CompletionStage<List<Claim>> answer(List<ClaimTasks.ClaimRequest> requests) {
        return CompletableFuture.completedFuture(requests.stream()
                .<Claim>map(request -> won(request.task().id()))
                .toList());
    }

    private static Claim won(String id) {
        TaskRecord task = new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server", "", false);
        return new Claim.Won(id, task, Map.of(), Optional.empty());
    }
}
