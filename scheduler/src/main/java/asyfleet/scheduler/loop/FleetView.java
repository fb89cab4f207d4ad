package asyfleet.scheduler.loop;

import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.estimate.Forecast;

/** The fleet at one moment, immutable: what the thread of the estimates is given to look ahead from. */
record FleetView(Snapshot state, int[] limits, Forecast forecast, long nowMillis) {}
