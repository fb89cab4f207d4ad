package asyfleet.redis;

import java.util.List;

/** All that a restarted scheduler needs to go on. Waiting tasks are in order; interactive ones come last. */
public record FleetState(List<Arrival> waiting, List<Running> running, int backends) {}
