package asyfleet.backend.claim;

import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.FinishTask;
import asyfleet.redis.backend.Registration;
import asyfleet.redis.schema.PoolFigures;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** A store without Redis: it notes what tasks go through, in order. Reads and claims stay open until a test answers them. */
class FakeBackendStore implements BackendStore {

    final List<String> happened = new CopyOnWriteArrayList<>();
    final List<CompletableFuture<List<Dispatched>>> reads = new CopyOnWriteArrayList<>();
    final List<CompletableFuture<List<Claim>>> claims = new CopyOnWriteArrayList<>();

    @Override
    public String consumer() {
        return "fake";
    }

    @Override
    public CompletionStage<List<String>> register(int slots) {
        return CompletableFuture.completedFuture(
                IntStream.range(0, slots).mapToObj(String::valueOf).toList());
    }

    @Override
    public CompletionStage<Registration.Renewal> renew(
            Collection<String> backends, Collection<Registration.SlotExecution> executions) {
        happened.add("renew");
        return CompletableFuture.completedFuture(new Registration.Renewal(0, 0));
    }

    @Override
    public CompletionStage<Long> unregister(Collection<String> backends) {
        return CompletableFuture.completedFuture(0L);
    }

    @Override
    public CompletionStage<Long> leave(Collection<String> backends, Collection<String> tasks) {
        return CompletableFuture.completedFuture(0L);
    }

    @Override
    public CompletionStage<Boolean> isDrained() {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletionStage<List<Dispatched>> read(int most, Duration wait) {
        return ask("read " + most);
    }

    @Override
    public CompletionStage<List<Dispatched>> takeOver(int most, Duration idle) {
        return ask("take over " + most);
    }

    private CompletionStage<List<Dispatched>> ask(String what) {
        happened.add(what);
        reads.add(new CompletableFuture<>());
        return lastRead();
    }

    CompletableFuture<List<Dispatched>> lastRead() {
        return reads.get(reads.size() - 1);
    }

    @Override
    public void handBack(List<Dispatched> tasks) {
        tasks.forEach(task -> happened.add("hand back " + task.id()));
    }

    @Override
    public void stopReading() {
        happened.add("stop reading");
    }

    @Override
    public CompletionStage<List<Claim>> claim(List<ClaimTasks.ClaimRequest> requests) {
        requests.forEach(request ->
                happened.add(request.backend() + " claims " + request.task().id()));
        claims.add(new CompletableFuture<>());
        return claims.get(claims.size() - 1);
    }

    @Override
    public CompletionStage<Long> askToConnect(String address) {
        return CompletableFuture.completedFuture(0L);
    }

    @Override
    public CompletionStage<List<Optional<Duration>>> durations(List<String> tasks) {
        happened.add("durations " + tasks);
        return CompletableFuture.completedFuture(
                tasks.stream().map(task -> Optional.<Duration>empty()).toList());
    }

    @Override
    public void removeFiles(String task) {
        // There are none.
    }

    @Override
    public CompletionStage<Boolean> finish(String task, FinishTask.TaskEnd ending, Duration time) {
        happened.add("finish " + task + " " + ending + " " + time.toMillis());
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public void publishPool(PoolFigures figures) {
        // Nobody reads it.
    }

    @Override
    public void publishTools(String fingerprint) {
        // Nobody reads it.
    }

    @Override
    public void publishToolsIfUnknown(String fingerprint) {
        // Nobody reads it.
    }
}
