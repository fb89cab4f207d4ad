package asyfleet.scheduler.loop;

import asyfleet.redis.Decision;
import asyfleet.redis.Events;
import asyfleet.redis.FleetState;
import asyfleet.redis.Sweep;
import java.util.Collection;
import java.util.List;

/**
 * What a term asks of Redis. Each call blocks the loop's thread and ends in one of three ways: done; {@link
 * asyfleet.redis.FencedException}, and nothing was changed; {@link UnknownOutcomeException}, and anything may be true.
 */
interface Fleet {

    FleetState read();

    Events take(long lastArrival);

    /** Returns the tasks that were to be dispatched and are gone. */
    List<String> apply(List<Decision> decisions);

    /** @param servers the queue servers to look at */
    Sweep sweep(Collection<String> servers);

    void abandon(Collection<String> tasks);
}
