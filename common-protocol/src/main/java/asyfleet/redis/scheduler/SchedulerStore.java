package asyfleet.redis.scheduler;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The state of the fleet in Redis, as the scheduler that leads with one fencing token reads and changes it. Each call
 * blocks its thread and ends in one of three ways: done; {@link FencedException}, and nothing was changed; {@link
 * UnknownOutcomeException}, and anything may be true. For any thread.
 *
 * <p>{@link Leadership} and {@link EventWatch} stand beside it: a scheduler needs them before it has a token, and they do
 * not block.
 */
public interface SchedulerStore {

    FleetState read();

    /**
     * Takes what arrived and ended since the last call.
     *
     * @throws TasksBroughtBackException if the caller does not know all tasks; nothing was taken then
     */
    Events take(TakeEvents.Known known);

    /** Returns the tasks that were to be dispatched and are gone. */
    List<String> apply(List<QueueCommand> decisions);

    /** @param servers the queue servers to look at */
    Sweep sweep(Collection<String> servers);

    void abandon(Collection<String> tasks);

    /** Tells waiting tasks, by their ID, how long they will still wait. */
    void publish(Map<String, Duration> estimates);
}
