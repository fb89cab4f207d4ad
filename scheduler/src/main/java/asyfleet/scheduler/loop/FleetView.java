package asyfleet.scheduler.loop;

import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.estimate.Forecast;

/** An immutable copy of the fleet at one moment, from which {@link EstimatePublisher} computes estimates. */
record FleetView(Snapshot state, int[] limits, Forecast forecast, long nowMillis) {}
