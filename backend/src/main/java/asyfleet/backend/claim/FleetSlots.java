package asyfleet.backend.claim;

import asyfleet.backend.capacity.MachineLoad;
import asyfleet.backend.capacity.SlotPolicy;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.redis.backend.Registration;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of this process, as the fleet counts them: it puts the moves of the {@link SlotTable} into effect in Redis,
 * and makes the process larger and smaller.
 *
 * <p>Owner: the fleet's thread.
 */
final class FleetSlots {

    private static final Logger LOG = LoggerFactory.getLogger(FleetSlots.class);

    private static final Duration REGISTER_AGAIN = Duration.ofSeconds(1);

    private final OwnerThread owner;
    private final SlotRegistration registration;
    private final FleetMetrics metrics;
    private final Runnable onFree;
    private final SlotTable table = new SlotTable();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    /** The tasks that slots run, by backend, but for those that the scheduler never counted. */
    private final Map<String, Registration.SlotExecution> executions = new HashMap<>();

    private int target;
    private boolean draining;
    private boolean growing;
    private boolean held;
    private boolean away;

    /** By an operator. */
    private boolean paused;

    /** @param onFree called whenever a slot may have become free */
    FleetSlots(OwnerThread owner, SlotRegistration registration, FleetMetrics metrics, Runnable onFree) {
        this.owner = owner;
        this.registration = registration;
        this.metrics = metrics;
        this.onFree = onFree;
    }

    /** The first slots, which are registered. */
    void begin(List<String> backends) {
        target = backends.size();
        add(backends);
    }

    private void add(List<String> backends) {
        table.add(backends);
        changed();
        onFree.run();
    }

    /** Makes the process offer this many slots; those that run a task leave when it is over. */
    void resize(int wanted) {
        target = wanted;
        adjust();
        onFree.run();
    }

    /** Resizes to as many slots as the machine can take. */
    void adapt(MachineLoad load) {
        int wanted = SlotPolicy.ofThisMachine().decide(load, table.size(), table.busy());
        if (wanted != table.size() && !draining && !isOut()) {
            LOG.info("slots from={} to={} load={}", table.size(), wanted, load);
            resize(wanted);
        }
    }

    /** One registration at a time; what is wanted by the end of it is done then. */
    private void adjust() {
        int more = (isOut() ? 0 : target) - table.size();
        if (more > 0 && !growing && !draining) {
            // Or the process would have more slots for a while than it can run tasks.
            int registered = table.keep(more);
            if (more > registered) {
                grow(more - registered);
            }
        } else if (more < 0) {
            retire(-more);
        }
    }

    /** Claims nothing for now; the fleet still counts on the slots. */
    void hold() {
        held = true;
    }

    /** Takes all slots out of the fleet for now, each when its task is over. */
    void withdraw() {
        held = true;
        away = true;
        adjust();
    }

    /** Ends both. */
    void comeBack() {
        held = false;
        away = false;
        adjust();
        onFree.run();
    }

    /** Takes all slots out of the fleet, each when its task is over, until it is called with false. */
    void pause(boolean wanted) {
        if (paused != wanted) {
            LOG.info(wanted ? "drained by an operator" : "no longer drained by an operator");
            paused = wanted;
            adjust();
            onFree.run();
        }
    }

    private boolean isOut() {
        return away || paused;
    }

    private void grow(int more) {
        growing = true;
        owner.when(registration.register(more), (backends, failure) -> {
            growing = false;
            if (failure != null) {
                LOG.warn("growing unknown slots={} cause={}", more, failure.toString());
                owner.after(REGISTER_AGAIN, this::adjust);
            } else if (draining) {
                registration.unregister(backends);
            } else {
                add(backends);
                adjust();
            }
        });
    }

    private void retire(int count) {
        registration.unregister(table.retire(count));
        changed();
    }

    /** Lets all slots leave, each when its task is over. Completes when the last has left. */
    CompletableFuture<Void> drain() {
        LOG.info("draining slots={} busy={}", table.size(), table.busy());
        draining = true;
        retire(table.size());
        return drained;
    }

    private void changed() {
        metrics.slots(table.size(), table.busy());
        if (draining && table.isEmpty()) {
            drained.complete(null);
        }
    }

    void renew() {
        registration.renew(table.backends(), List.copyOf(executions.values()));
    }

    /** All that are registered. */
    List<String> backends() {
        return table.backends();
    }

    /** How many may claim. */
    int free() {
        return held || paused ? 0 : table.free();
    }

    int claiming() {
        return table.claiming();
    }

    /** As many free slots as that, or all there are, each for a claim. */
    List<String> claim(int most) {
        return table.claim(most);
    }

    /** The claim was won. */
    void occupy(String backend, Optional<Registration.SlotExecution> execution) {
        table.occupy(backend);
        execution.ifPresent(running -> executions.put(backend, running));
        changed();
    }

    /** The claim was not won. */
    void release(String backend) {
        freed(backend, table.release(backend));
    }

    /** The task has ended. A slot that is to go goes before Redis hears of the end, or the fleet would count on it. */
    void ended(String backend) {
        executions.remove(backend);
        if (table.leave(backend)) {
            registration.unregister(List.of(backend));
        }
    }

    /** Redis knows that the task has ended. */
    void vacate(String backend) {
        freed(backend, table.vacate(backend));
    }

    private void freed(String backend, boolean leaves) {
        if (leaves) {
            registration.unregister(List.of(backend));
        }
        changed();
        onFree.run();
    }
}
