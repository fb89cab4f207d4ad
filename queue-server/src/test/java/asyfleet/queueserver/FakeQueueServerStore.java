package asyfleet.queueserver;

import asyfleet.redis.queueserver.FleetSnapshot;
import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** A store that nobody may ask anything; tests override what they expect to be asked. */
public class FakeQueueServerStore implements QueueServerStore {

    private static AssertionError unexpected() {
        return new AssertionError("not expected to be asked");
    }

    @Override
    public String serverId() {
        return "server";
    }

    @Override
    public int mostWaiting() {
        return 200;
    }

    @Override
    public String newNonce() {
        return UUID.randomUUID().toString();
    }

    @Override
    public CompletionStage<Boolean> renewLease() {
        throw unexpected();
    }

    @Override
    public CompletionStage<?> releaseLease() {
        throw unexpected();
    }

    @Override
    public void doubtLease() {
        throw unexpected();
    }

    @Override
    public boolean isLeaseSteady() {
        throw unexpected();
    }

    @Override
    public CompletionStage<Boolean> isLed() {
        throw unexpected();
    }

    @Override
    public CompletionStage<Boolean> hasBackends() {
        throw unexpected();
    }

    @Override
    public CompletionStage<Submission> submit(String nonce, TaskRecord task, Map<String, byte[]> files) {
        throw unexpected();
    }

    @Override
    public CompletionStage<Optional<String>> withdraw(String nonce) {
        throw unexpected();
    }

    @Override
    public CompletionStage<List<TaskUpdate>> readUpdates(List<String> ids) {
        throw unexpected();
    }

    @Override
    public CompletionStage<List<String>> renew(List<String> ids) {
        throw unexpected();
    }

    @Override
    public CompletionStage<List<String>> abandon(String id) {
        throw unexpected();
    }

    @Override
    public CompletionStage<Boolean> countForeign(String id, boolean success, Optional<Duration> time) {
        throw unexpected();
    }

    @Override
    public CompletionStage<?> remove(String id) {
        throw unexpected();
    }

    @Override
    public CompletionStage<FleetStats> stats() {
        throw unexpected();
    }

    @Override
    public CompletionStage<FleetSnapshot> snapshot() {
        throw unexpected();
    }
}
