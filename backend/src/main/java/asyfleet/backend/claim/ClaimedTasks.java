package asyfleet.backend.claim;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.reach.ReachabilityWatch;
import asyfleet.backend.serve.ServedTask;
import asyfleet.backend.serve.TaskServer;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.Registration;
import asyfleet.trace.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks that this process has, from the moment their claim is sent: each is started when its claim is won, served at
 * its address, and finished. A slot is free again once Redis knows of the end; the client does not wait for that.
 *
 * <p>Owner: the fleet's thread. It holds a task for each slot, and those whose execution is over and whose client has not
 * fetched everything; the time that a client has to connect, and the server's guard against slow readers, bound these.
 */
final class ClaimedTasks {

    private static final Logger LOG = LoggerFactory.getLogger(ClaimedTasks.class);

    private final OwnerThread owner;
    private final FleetSlots slots;
    private final TaskServer server;
    private final TaskRunner runner;
    private final FinishedTasks finished;
    private final ReachabilityWatch reachability;
    private final Set<ClaimedTask> tasks = new HashSet<>();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private boolean draining;

    ClaimedTasks(
            OwnerThread owner,
            FleetSlots slots,
            TaskServer server,
            TaskRunner runner,
            FinishedTasks finished,
            ReachabilityWatch reachability) {
        this.owner = owner;
        this.slots = slots;
        this.server = server;
        this.runner = runner;
        this.finished = finished;
        this.reachability = reachability;
    }

    /** Opens an address for a task that the slot is about to claim: its client may be faster than the claim's reply. */
    ClaimedTask open(Dispatched task, String backend) {
        assert owner.isCurrent();
        ClaimedTask claimed = new ClaimedTask(task, backend);
        tasks.add(claimed);
        return claimed;
    }

    /** Tasks that have a slot, or whose claim is still unknown. */
    List<String> held() {
        return tasks.stream()
                .filter(task -> task.hasSlot)
                .map(task -> task.request.task().id())
                .toList();
    }

    /** Tasks that run for a queue server of another program, which may not pass on what the scheduler decides. */
    private List<ClaimedTask> foreign() {
        return tasks.stream().filter(ClaimedTask::isForeign).toList();
    }

    /** Looks whether such tasks have other durations now. */
    void followDurations(BackendStore store) {
        assert owner.isCurrent();
        List<ClaimedTask> running = foreign();
        if (running.isEmpty()) {
            return;
        }
        List<String> ids =
                running.stream().map(task -> task.request.task().id()).toList();
        owner.when(store.durations(ids), (durations, failure) -> {
            for (int i = 0; failure == null && i < durations.size(); i++) {
                durations.get(i).ifPresent(running.get(i).served::shorten);
            }
        });
    }

    /** Completes when no task is left. */
    CompletableFuture<Void> drain() {
        draining = true;
        drainedIfEmpty();
        return drained;
    }

    private void drainedIfEmpty() {
        if (draining && tasks.isEmpty()) {
            drained.complete(null);
        }
    }

    /** Ends everything, unfinished, for others to run. */
    void handBackAll() {
        assert owner.isCurrent();
        List<ClaimedTask> all = List.copyOf(tasks);
        LOG.info("handing back running tasks={}", all.size());
        all.forEach(task -> task.served.handBack());
    }

    /** One task in one slot. It is forgotten when it has left both the slot and the address it was served at. */
    final class ClaimedTask implements ServedTask.Watcher {

        private final ServedTask served = server.prepare(owner, this);
        private final ClaimTasks.ClaimRequest request;
        private Optional<Claim.Won> claim = Optional.empty();
        private Instant since = Instant.now();
        private boolean hasSlot = true;
        private boolean isServed = true;

        private ClaimedTask(Dispatched task, String backend) {
            request = new ClaimTasks.ClaimRequest(task, server.open(served), backend);
        }

        ClaimTasks.ClaimRequest request() {
            return request;
        }

        void won(Claim.Won won) {
            claim = Optional.of(won);
            partEnded("claim");
            TaskOptions options = won.task().options();
            slots.occupy(
                    request.backend(),
                    won.duration().map(duration -> new Registration.SlotExecution(request, options, duration)));
            served.start(options.interactive(), listener -> run(won, listener));
            reachability.expectClient(served, won.id(), won.task().trace());
        }

        private Execution run(Claim.Won won, Execution.Listener listener) {
            try {
                return runner.start(won, new TracedExecution(won, listener));
            } catch (ProtocolException e) {
                listener.ended(failure(e.getMessage(), EndCode.BAD_REQUEST));
            } catch (RuntimeException e) {
                LOG.error("could not start task={} {}", won.id(), won.task().trace(), e);
                listener.ended(failure("The backend could not start the task", EndCode.FLEET_FAULT));
            }
            return Execution.OVER;
        }

        private boolean isForeign() {
            return hasSlot && claim.map(won -> won.task().server().isEmpty()).orElse(false);
        }

        private ServerMessage.Complete failure(String error, EndCode code) {
            return new ServerMessage.Complete(false, error, null, Verdict.of(code, Stage.FLEET));
        }

        /** Another slot has it, or its client left, or nobody knows. */
        void lost() {
            hasSlot = false;
            slots.release(request.backend());
            served.drop();
        }

        @Override
        public void fetched() {
            reachability.fetched(served);
        }

        @Override
        public void ended(ServerMessage.Complete complete) {
            slots.ended(request.backend());
            Claim.Won won = claim.orElseThrow();
            log(won, complete);
            since = Instant.now();
            finished.finish(won.id(), won.task(), complete, this::vacate);
        }

        private void log(Claim.Won won, ServerMessage.Complete complete) {
            Optional<Verdict> verdict = Optional.ofNullable(complete.verdict());
            LOG.info(
                    "task ended task={} backend={} format={} code={} stage={} limit={} run={} {}",
                    won.id(),
                    request.backend(),
                    won.task().options().format().wire(),
                    complete.endCode().orElseThrow(),
                    verdict.filter(one -> !complete.success())
                            .map(one -> one.stage().wire()),
                    won.duration(),
                    Optional.ofNullable(complete.timeMillis()).map(Duration::ofMillis),
                    won.task().trace());
        }

        /** The time since the claim was sent, or since the execution ended, as a span of the task. */
        private void partEnded(String name) {
            claim.flatMap(won -> won.task().trace())
                    .filter(trace -> Spans.isOn())
                    .ifPresent(trace -> Spans.part(trace, name, since, Instant.now()));
        }

        private void vacate() {
            hasSlot = false;
            slots.vacate(request.backend());
            forgetIfDone();
        }

        @Override
        public void over() {
            server.forget(request.address());
            reachability.forget(served);
            isServed = false;
            partEnded("deliver");
            forgetIfDone();
        }

        private void forgetIfDone() {
            if (!hasSlot && !isServed) {
                tasks.remove(this);
                drainedIfEmpty();
            }
        }
    }
}
