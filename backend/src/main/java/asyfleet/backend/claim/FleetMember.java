package asyfleet.backend.claim;

import asyfleet.backend.capacity.Machine;
import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.reach.ReachabilityWatch;
import asyfleet.backend.serve.TaskServer;
import asyfleet.config.StartFailure;
import asyfleet.net.operations.Operations;
import asyfleet.net.operations.Readiness;
import asyfleet.redis.backend.BackendStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process as a part of the fleet: it joins with its slots, has them run tasks, and leaves.
 *
 * <pre>
 * JOINED   -- close                                     --> DRAINING  no more claims; free slots leave at once
 * DRAINING -- the last task is over and delivered       --> LEFT
 * DRAINING -- the drain limit                           --> LEFT      what still runs is handed back to be run elsewhere
 * </pre>
 *
 * <p>While no queue server reaches the process, or an operator has drained it, it stays without slots.
 *
 * <p>A task passes {@link TaskReader}, {@link Claimer}, {@link ClaimedTasks} and {@link FinishedTasks}, in this order; each
 * calls the next. All move slots of the same {@link FleetSlots}, which wakes the reader when one is free.
 *
 * <p>Owner of everything in here: one thread, {@code fleet}.
 */
public final class FleetMember implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FleetMember.class);

    /** For an aborted execution to be gone, and for Redis to hear that we leave. */
    private static final Duration LAST_STEPS = Duration.ofSeconds(3);

    /** As often as a scheduler sweeps. */
    private static final Duration FOLLOW_EVERY = Duration.ofSeconds(1);

    /** More often than the store forgets a report. */
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    /** The time that the kernel's pressure is an average of: sooner, one shortage would count twice. */
    private static final Duration MEASURE_EVERY = Duration.ofSeconds(10);

    private final OwnerThread owner;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final BackendStore store;
    private final Patience patience;
    private final TaskRunner runner;
    private final SlotRegistration registration;
    private final FleetSlots slots;
    private final ClaimedTasks tasks;
    private final TaskReader reader;
    private final Readiness readiness;

    private Optional<String> published = Optional.empty();

    FleetMember(
            OwnerThread owner,
            BackendStore store,
            Patience patience,
            TaskRunner runner,
            TaskServer server,
            Operations operations) {
        this.owner = owner;
        this.store = store;
        this.patience = patience;
        this.runner = runner;
        FleetMetrics metrics = new FleetMetrics(operations.registry(), runner);
        registration = new SlotRegistration(owner, store, patience, System::nanoTime);
        slots = new FleetSlots(owner, registration, metrics, this::wakeReader);
        FinishedTasks finished = new FinishedTasks(owner, store, metrics);
        ReachabilityWatch reachability = new ReachabilityWatch(
                owner,
                store::askToConnect,
                server,
                ReachabilityWatch.Times.within(patience.connect()),
                new SlotsOutOfReach(slots, metrics));
        tasks = new ClaimedTasks(owner, slots, server, runner, finished, reachability);
        Claimer claimer = new Claimer(owner, store, slots, runner, tasks, metrics);
        reader = new TaskReader(owner, store, patience, claimer, slots, metrics);
        readiness = operations.readiness();
        readiness.add("registered", this::checkRegistered);
        readiness.add("reachable", reachability::check);
    }

    /**
     * Joins. Blocks until Redis has taken the slots in.
     *
     * @throws StartFailure if it does not
     */
    public static FleetMember join(
            BackendStore store,
            SlotCount slots,
            Patience patience,
            TaskRunner runner,
            TaskServer server,
            Operations operations) {
        FleetMember member = new FleetMember(new OwnerThread("fleet"), store, patience, runner, server, operations);
        try {
            List<String> backends = member.registration
                    .register(slots.first())
                    .toCompletableFuture()
                    .join();
            member.owner.execute(() -> member.begin(backends, slots.adaptive()));
            return member;
        } catch (CompletionException e) {
            store.stopReading();
            member.owner.close();
            throw new StartFailure(
                    "Redis did not register the slots: " + e.getCause().getMessage(), e);
        }
    }

    void begin(List<String> backends, boolean adaptive) {
        LOG.info("joined backends={} consumer={}", backends, store.consumer());
        slots.begin(backends);
        owner.every(patience.renewEvery(), slots::renew);
        owner.every(FOLLOW_EVERY, () -> tasks.followDurations(store));
        owner.every(patience.renewEvery(), this::obey);
        publishTools();
        owner.every(REPORT_EVERY, this::report);
        if (adaptive) {
            Machine machine = Machine.thisOne();
            owner.every(MEASURE_EVERY, () -> machine.measure().ifPresent(slots::adapt));
        }
    }

    /** Pauses while an operator wants it. Without an answer all stays as it is. */
    private void obey() {
        owner.when(store.isDrained(), (drained, failure) -> {
            if (failure == null) {
                slots.pause(drained);
            }
        });
    }

    private void wakeReader() {
        reader.wake();
    }

    private void report() {
        store.publishPool(runner.pool());
        publishTools();
    }

    /** Who joins last names it for all, once; later it is said again only to a Redis that restarted empty. */
    private void publishTools() {
        Optional<String> tools = runner.tools();
        boolean same = tools.equals(published);
        published = tools;
        tools.ifPresent(same ? store::publishToolsIfUnknown : store::publishTools);
    }

    /** To be called when the runner names other tools. Any thread. */
    public void toolsChanged() {
        owner.execute(this::publishTools);
    }

    private CompletableFuture<?> checkRegistered() {
        return registration.isValid()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(
                        new IllegalStateException("no renewal within the lease of " + patience.lease()));
    }

    /**
     * Makes the process offer this many slots; those that run a task leave when it is over. To be called whenever the
     * runner may have more room, too. Any thread.
     */
    public void resize(int wanted) {
        owner.execute(() -> slots.resize(wanted));
    }

    /** Drains and leaves, as described at the class. Blocks; not for event loops. */
    @Override
    public void close() {
        readiness.add(
                "registered", () -> CompletableFuture.failedFuture(new IllegalStateException("leaving the fleet")));
        owner.execute(this::drain);
        if (!await(drained, patience.drain())) {
            owner.execute(tasks::handBackAll);
            await(drained, LAST_STEPS);
        }
        await(CompletableFuture.supplyAsync(this::leave, owner).thenCompose(left -> left), LAST_STEPS);
        owner.close();
    }

    void drain() {
        reader.stop();
        CompletableFuture.allOf(slots.drain(), tasks.drain()).thenAccept(drained::complete);
    }

    /** Ends what is still claimed, or may be: its client finds nobody here and asks for another slot. */
    private CompletableFuture<Long> leave() {
        report();
        return store.leave(slots.backends(), tasks.held()).toCompletableFuture();
    }

    /** The slots while queue servers may not reach them, and what the metrics say of it. */
    private record SlotsOutOfReach(FleetSlots slots, FleetMetrics metrics) implements ReachabilityWatch.Consequences {

        @Override
        public void unfetched() {
            metrics.unfetched();
        }

        @Override
        public void doubted() {
            slots.hold();
        }

        @Override
        public void unreached() {
            metrics.reachable(false);
            slots.withdraw();
        }

        @Override
        public void reached() {
            metrics.reachable(true);
            slots.comeBack();
        }
    }

    private static boolean await(CompletableFuture<?> step, Duration limit) {
        try {
            step.copy().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).join();
            return true;
        } catch (CompletionException e) {
            LOG.info("not done within={} cause={}", limit, e.getCause().toString());
            return false;
        }
    }
}
