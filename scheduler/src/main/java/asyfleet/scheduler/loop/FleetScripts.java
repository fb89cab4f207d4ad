package asyfleet.scheduler.loop;

import asyfleet.redis.AbandonTasks;
import asyfleet.redis.ApplyDecisions;
import asyfleet.redis.ReadFleet;
import asyfleet.redis.Redis;
import asyfleet.redis.SweepFleet;
import asyfleet.redis.TakeEvents;
import java.time.Duration;

/** The scripts of a leading scheduler, for any token. */
record FleetScripts(ReadFleet read, TakeEvents take, ApplyDecisions apply, SweepFleet sweep, AbandonTasks abandon) {

    /**
     * @param priorityStep the head start of one priority over the next
     * @param unclaimed how long a delivered task may stay unclaimed
     */
    static FleetScripts create(Redis redis, Duration priorityStep, Duration unclaimed) {
        return new FleetScripts(
                new ReadFleet(redis),
                new TakeEvents(redis, priorityStep),
                new ApplyDecisions(redis),
                new SweepFleet(redis, unclaimed),
                new AbandonTasks(redis));
    }
}
