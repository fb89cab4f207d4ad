package asyfleet.scheduler.loop;

import asyfleet.redis.EventWatch;
import java.time.Duration;

/** What the loop works with. Owned by its thread. */
record LoopParts(FleetScripts scripts, EventWatch watch, TermContext context, Duration sweepEvery) {}
