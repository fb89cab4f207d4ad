package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.EventWatch;
import java.time.Duration;

/** What the loop works with. Owned by its thread, but for what the publisher says otherwise. */
record LoopParts(
        FleetScripts scripts,
        EventWatch watch,
        TermContext context,
        EstimatePublisher publisher,
        Duration sweepEvery) {}
