package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Reply;
import java.util.List;

/**
 * The state of the fleet in Redis, with which a scheduler begins to lead.
 *
 * @param waiting in order; interactive tasks that were taken and not decided on come last
 * @param nowMillis Redis' clock, which all services share
 */
public record FleetState(List<Arrival> waiting, List<ExecutingTask> running, int backends, long nowMillis) {

    /** Reads the four elements of a script's reply that read_fleet.lua and inspect_fleet.lua have in common. */
    static FleetState of(List<Object> reply) {
        return new FleetState(
                Arrival.list(Reply.texts(reply.get(0))),
                ExecutingTask.list(Reply.texts(reply.get(1))),
                (int) Reply.integer(reply.get(2)),
                Reply.integer(reply.get(3)));
    }
}
