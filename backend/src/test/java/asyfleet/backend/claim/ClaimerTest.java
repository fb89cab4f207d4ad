package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.schema.TaskRecord;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to claims whose answers do not come. */
class ClaimerTest {

    private static final ClaimTasks.Request FIRST = request("1");
    private static final ClaimTasks.Request SECOND = request("2");

    private final OwnerThread owner = new OwnerThread("test-fleet");
    private final List<List<ClaimTasks.Request>> sent = new CopyOnWriteArrayList<>();
    private final List<String> outcomes = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        owner.close();
    }

    @Test
    void aBatchIsClaimedInOneRoundTrip() {
        claim(requests -> CompletableFuture.completedFuture(List.of(won("1"), new Claim.Gone("2"))));

        awaitOutcomes("won 1", "lost 2");
        assertEquals(List.of(List.of(FIRST, SECOND)), sent);
    }

    @Test
    void aClaimOfUnknownOutcomeIsSentAgainUnderTheSameAddress() {
        claim(requests -> sent.size() == 1 ? unknown() : answer(requests));

        awaitOutcomes("won 1", "won 2");
        assertEquals(List.of(List.of(FIRST, SECOND), List.of(FIRST), List.of(SECOND)), sent);
    }

    @Test
    void aClaimThatFailsForAReasonOfItsOwnDoesNotHoldUpOthers() {
        claim(requests -> requests.contains(FIRST) && sent.size() < 5 ? unknown() : answer(requests));

        awaitOutcomes("won 2", "won 1");
    }

    private void claim(Function<List<ClaimTasks.Request>, CompletionStage<List<Claim>>> redis) {
        Claimer claimer = new Claimer(
                owner,
                requests -> {
                    sent.add(requests);
                    return redis.apply(requests);
                },
                new Claimer.Outcomes() {
                    @Override
                    public void won(ClaimTasks.Request request, Claim.Won task) {
                        outcomes.add("won " + request.task().id());
                    }

                    @Override
                    public void lost(ClaimTasks.Request request) {
                        outcomes.add("lost " + request.task().id());
                    }
                },
                new FleetMetrics(new PrometheusRegistry()));
        owner.execute(() -> claimer.claim(List.of(FIRST, SECOND)));
    }

    private void awaitOutcomes(String... expected) {
        Awaitility.await().until(() -> outcomes.equals(List.of(expected)));
    }

    private static CompletionStage<List<Claim>> unknown() {
        return CompletableFuture.failedFuture(new TimeoutException("no answer"));
    }

    private static CompletionStage<List<Claim>> answer(List<ClaimTasks.Request> requests) {
        return CompletableFuture.completedFuture(requests.stream()
                .<Claim>map(request -> won(request.task().id()))
                .toList());
    }

    private static Claim won(String id) {
        TaskRecord task = new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server", false);
        return new Claim.Won(id, task, Map.of(), Optional.empty());
    }

    private static ClaimTasks.Request request(String id) {
        return new ClaimTasks.Request(new Dispatched("1-" + id, id), "ws://slot/" + id, "backend-" + id);
    }
}
