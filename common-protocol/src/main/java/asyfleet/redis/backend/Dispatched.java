package asyfleet.redis.backend;

/**
 * A task that a slot read from the stream and has not claimed yet.
 *
 * @param entry ID of the stream entry
 * @param interactive whether it is a shell, as far as its dispatcher said
 */
public record Dispatched(String entry, String id, boolean interactive) {

    /** A task that is none. */
    public Dispatched(String entry, String id) {
        this(entry, id, false);
    }
}
