package asyfleet.backend.claim;

import asyfleet.backend.capacity.Machine;
import asyfleet.backend.capacity.MachineLoad;
import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.capacity.SlotPolicy;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.config.StartFailure;
import asyfleet.net.operations.Operations;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.DispatchedTasks;
import asyfleet.redis.backend.FinishTask;
import asyfleet.redis.backend.PublishPool;
import asyfleet.redis.backend.Registration;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RemoveTask;
import asyfleet.redis.schema.Toolchain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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
 * <p>Owner of everything in here: one thread, {@code fleet}.
 */
public final class FleetMember implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FleetMember.class);

    /** For an aborted execution to be gone, and for Redis to hear that we leave. */
    private static final Duration LAST_STEPS = Duration.ofSeconds(3);

    private static final Duration REGISTER_AGAIN = Duration.ofSeconds(1);

    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    /** The time that the kernel's pressure is an average of: sooner, one shortage would count twice. */
    private static final Duration MEASURE_EVERY = Duration.ofSeconds(10);

    private final OwnerThread owner = new OwnerThread("fleet");
    private final String consumer = UUID.randomUUID().toString();
    private final SlotTable slots = new SlotTable();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final Patience patience;
    private final Registration registration;
    private final TaskHosting premises;
    private final PublishPool pool;
    private final Toolchain toolchain;
    private final FleetMetrics metrics;
    private final Enrolment enrolment;
    private final Workload workload;
    private final Claimer claimer;
    private final TaskStream stream;
    private final TaskReader reader;
    private Optional<String> published = Optional.empty();
    private int target;
    private boolean draining;
    private boolean growing;

    private FleetMember(Redis redis, Patience patience, TaskHosting premises, Operations operations) {
        this.patience = patience;
        metrics = new FleetMetrics(operations.registry());
        this.premises = premises;
        registration = new Registration(redis, patience.lease());
        pool = new PublishPool(redis, consumer, REPORT_EVERY.multipliedBy(3));
        toolchain = new Toolchain(redis);
        FinishedTasks finished = new FinishedTasks(owner, new FinishTask(redis)::run, new RemoveTask(redis), metrics);
        workload = new Workload(owner, premises, finished, patience, new Moves());
        enrolment = new Enrolment(owner, registration, patience, slots::backends, workload::executions);
        claimer = new Claimer(owner, new ClaimTasks(redis)::run, workload, metrics);
        stream = TaskStream.of(DispatchedTasks.open(redis, consumer));
        reader = new TaskReader(owner, stream, patience, new Reading(), metrics);
        operations.readiness().add("registered", this::checkRegistered);
    }

    /**
     * Joins. Blocks until Redis has taken the slots in.
     *
     * @throws StartFailure if it does not
     */
    public static FleetMember join(
            Redis redis, SlotCount slots, Patience patience, TaskHosting premises, Operations operations) {
        FleetMember fleet = new FleetMember(redis, patience, premises, operations);
        try {
            List<String> backends = fleet.enrolment
                    .register(slots.first())
                    .toCompletableFuture()
                    .join();
            fleet.owner.execute(() -> fleet.begin(backends, slots.adaptive()));
            return fleet;
        } catch (CompletionException e) {
            fleet.stream.close();
            fleet.owner.close();
            throw new StartFailure(
                    "Redis did not register the slots: " + e.getCause().getMessage(), e);
        }
    }

    private void begin(List<String> backends, boolean adaptive) {
        LOG.info("joined backends={} consumer={}", backends, consumer);
        target = backends.size();
        added(backends);
        enrolment.keepRenewing();
        publishTools();
        owner.every(REPORT_EVERY, this::report);
        if (adaptive) {
            Machine machine = Machine.thisOne();
            owner.every(MEASURE_EVERY, () -> machine.measure().ifPresent(this::adapt));
        }
    }

    /** Not asked again if it is lost: the next report says all that this one did. */
    private void report() {
        pool.run(premises.runner().pool());
        publishTools();
    }

    /** Who joins last names it for all, once; later it is said again only to a Redis that restarted empty. */
    private void publishTools() {
        Optional<String> tools = premises.runner().tools();
        boolean same = tools.equals(published);
        published = tools;
        tools.ifPresent(same ? toolchain::publishIfUnknown : toolchain::publish);
    }

    private void adapt(MachineLoad load) {
        int wanted = SlotPolicy.ofThisMachine().decide(load, slots.size(), slots.busy());
        if (wanted != slots.size() && !draining) {
            LOG.info("slots from={} to={} load={}", slots.size(), wanted, load);
            resizeTo(wanted);
        }
    }

    private void added(List<String> backends) {
        slots.add(backends);
        changed();
        reader.wake();
    }

    /** What the runner says of itself has changed. Any thread. */
    public void toolsChanged() {
        owner.execute(this::publishTools);
    }

    private CompletableFuture<?> checkRegistered() {
        return enrolment.isRegistered()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(
                        new IllegalStateException("no renewal within the lease of " + patience.lease()));
    }

    /**
     * Makes the process offer this many slots; those that run a task leave when it is over. To be called whenever the
     * runner may have more room, too. Any thread.
     */
    public void resize(int wanted) {
        owner.execute(() -> resizeTo(wanted));
    }

    private void resizeTo(int wanted) {
        target = wanted;
        adjust();
        reader.wake();
    }

    /** One registration at a time; what is wanted by the end of it is done then. */
    private void adjust() {
        int more = target - slots.size();
        if (more > 0 && !growing && !draining) {
            grow(more);
        } else if (more < 0) {
            enrolment.unregister(slots.retire(-more));
            changed();
        }
    }

    private void grow(int more) {
        growing = true;
        owner.when(enrolment.register(more), (backends, failure) -> {
            growing = false;
            if (failure != null) {
                LOG.warn("growing unknown slots={} cause={}", more, failure.toString());
                owner.after(REGISTER_AGAIN, this::adjust);
            } else if (draining) {
                enrolment.unregister(backends);
            } else {
                added(backends);
                adjust();
            }
        });
    }

    private void changed() {
        metrics.slots(slots.size(), slots.busy());
        if (draining && slots.isEmpty() && workload.isEmpty()) {
            drained.complete(null);
        }
    }

    /** A slot is free, unless it was to leave as soon as it is. */
    private void freed(String backend, boolean leaves) {
        if (leaves) {
            enrolment.unregister(List.of(backend));
        }
        changed();
        reader.wake();
    }

    /** What tasks do to slots. */
    private final class Moves implements Workload.SlotUser {

        @Override
        public void occupy(String backend) {
            slots.occupy(backend);
            changed();
        }

        @Override
        public void release(String backend) {
            freed(backend, slots.release(backend));
        }

        /** Before the fleet hears of the end, or it would count on a slot that is about to go. */
        @Override
        public void ended(String backend) {
            if (slots.leave(backend)) {
                enrolment.unregister(List.of(backend));
            }
        }

        @Override
        public void vacate(String backend) {
            freed(backend, slots.vacate(backend));
        }

        @Override
        public void over() {
            changed();
        }
    }

    /** What the reader brings, claimed for free slots. */
    private final class Reading implements TaskReader.Slots {

        @Override
        public int room() {
            return Math.min(slots.free(), premises.runner().room() - slots.claiming());
        }

        @Override
        public List<Dispatched> take(List<Dispatched> read) {
            List<Dispatched> left = new ArrayList<>(read);
            List<Dispatched> fitting = read.stream().filter(this::fits).toList();
            List<String> claiming = slots.claim(Math.max(0, Math.min(fitting.size(), room())));
            List<ClaimTasks.Request> claims = new ArrayList<>(claiming.size());
            for (int i = 0; i < claiming.size(); i++) {
                claims.add(workload.open(fitting.get(i), claiming.get(i)));
                left.remove(fitting.get(i));
            }
            if (!claims.isEmpty()) {
                claimer.claim(claims);
            }
            return left;
        }

        private boolean fits(Dispatched task) {
            return !task.interactive() || premises.runner().runsShells();
        }

        @Override
        public void forgotten() {
            enrolment.renew();
        }
    }

    /** Drains and leaves, as described at the class. Blocks; not for event loops. */
    @Override
    public void close() {
        owner.execute(this::drain);
        if (!await(drained, patience.drain())) {
            owner.execute(workload::handBackAll);
            await(drained, LAST_STEPS);
        }
        await(CompletableFuture.supplyAsync(this::leave, owner).thenCompose(left -> left), LAST_STEPS);
        owner.close();
    }

    private void drain() {
        LOG.info("draining slots={} busy={}", slots.size(), slots.busy());
        draining = true;
        reader.stop();
        enrolment.unregister(slots.retire(slots.size()));
        changed();
    }

    /** What is still claimed, or may be, is over with us: its client finds nobody and asks for another slot. */
    private CompletableFuture<Long> leave() {
        report();
        return registration.leave(consumer, slots.backends(), workload.held()).toCompletableFuture();
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
