package asyfleet.redis.scheduler;

import java.util.List;

/**
 * The state of the fleet in Redis, with which a scheduler begins to lead.
 *
 * @param waiting in order; interactive tasks that were taken and not decided on come last
 * @param nowMillis Redis' clock, which all services share
 */
public record FleetState(List<Arrival> waiting, List<ExecutingTask> running, int backends, long nowMillis) {}
