package asyfleet.scheduler.decide;

import java.util.Objects;

/**
 * A task as it arrives.
 *
 * @param arrivedAt milliseconds, on the clock of all events that the core is given
 */
public record Task(String id, Demand demand, QueuePlace place, long arrivedAt) {

    public Task {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(demand, "demand");
        Objects.requireNonNull(place, "place");
    }
}
