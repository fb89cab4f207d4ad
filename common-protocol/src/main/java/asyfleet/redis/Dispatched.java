package asyfleet.redis;

/**
 * A task that a slot read from the stream and has not claimed yet.
 *
 * @param entry ID of the stream entry
 */
public record Dispatched(String entry, String id) {}
