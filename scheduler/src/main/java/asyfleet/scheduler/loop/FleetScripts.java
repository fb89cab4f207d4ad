package asyfleet.scheduler.loop;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.scheduler.ApplyDecisions;
import asyfleet.redis.scheduler.ReadFleet;
import asyfleet.redis.scheduler.SweepFleet;
import asyfleet.redis.scheduler.TakeEvents;
import asyfleet.redis.schema.AbandonTasks;
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
