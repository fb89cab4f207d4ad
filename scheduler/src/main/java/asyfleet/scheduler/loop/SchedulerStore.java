package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.Events;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.redis.scheduler.Sweep;
import java.util.Collection;
import java.util.List;

/**
 * What a term asks of Redis. Each call blocks the loop's thread and ends in one of three ways: done; {@link
 * asyfleet.redis.scheduler.FencedException}, and nothing was changed; {@link UnknownOutcomeException}, and anything may be true.
 */
interface SchedulerStore {

    FleetState read();

    Events take(long lastArrival);

    /** Returns the tasks that were to be dispatched and are gone. */
    List<String> apply(List<QueueCommand> decisions);

    /** @param servers the queue servers to look at */
    Sweep sweep(Collection<String> servers);

    void abandon(Collection<String> tasks);
}
