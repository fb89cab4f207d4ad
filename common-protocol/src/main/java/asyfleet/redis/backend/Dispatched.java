package asyfleet.redis.backend;

import java.util.Set;

/**
 * A task that a slot read from the stream and has not claimed yet.
 *
 * @param entry ID of the stream entry
 * @param interactive whether it is a shell, as far as its dispatcher said
 * @param avoid the backend processes that it was lost on: others are to run it
 */
public record Dispatched(String entry, String id, boolean interactive, Set<String> avoid) {

    /** A task that is no shell, and for anybody. */
    public Dispatched(String entry, String id) {
        this(entry, id, false, Set.of());
    }
}
